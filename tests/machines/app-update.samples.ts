import { expect } from 'vitest';
import { appUpdateMachine } from '../../src/machines/app-update/app-update-machine.ts';
import { callback, promise, samples } from '../support/machine-paths.ts';

const worker = { watch: () => () => {}, applyUpdate: () => Promise.resolve() };

export default samples({
  machine: appUpdateMachine.provide({ actions: { logUnavailable() {} } }),
  events: { 'update.apply': {} },
  actors: {
    loadWorker: promise({ outputs: [worker], errors: [new Error('the code did not come')] }),
    watchUpdates: callback({
      sends: [{ type: 'update.found' }, { type: 'updates.unavailable', reason: 'no https' }],
      errors: [new Error('no service worker')],
    }),
    applyUpdate: promise<void>({ outputs: [undefined], errors: [new Error('did not take over')] }),
  },
  systems: ['snackbar'],
  invariant: ({ snapshot }) => {
    if (snapshot.matches('watched')) expect(snapshot.context.worker, 'only a worker that is there is watched').not.toBeNull();
  },
});
