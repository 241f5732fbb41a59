import { storageWatchMachine } from '../../src/machines/storage-watch/storage-watch-machine.ts';
import { storageStates } from '#model/contract/socket-messages.ts';
import { samples } from '../support/machine-paths.ts';

const heartbeat = { mitasId: 'demo', ts: 1_000_000_000_000 };

export default samples({
  machine: storageWatchMachine,
  inputs: [{ role: () => 1 }, { role: () => 4 }],
  systems: ['socket', 'banner'],
  events: {
    'message.received': [
      { message: { type: 'heartbeat', payload: heartbeat } },
      ...storageStates.map((storage) => ({ message: { type: 'heartbeat' as const, payload: { ...heartbeat, storage } } })),
      { message: { type: 'newRxModel', payload: { rxId: 1, model: 0 } } },
    ],
  },
});
