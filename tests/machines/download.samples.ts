import { expect } from 'vitest';
import { FailureError } from '#model/contract/failure.ts';
import { downloadMachine } from '../../src/machines/download/download-machine.ts';
import type { SaveTarget } from '../../src/services/ports.ts';
import { callback, promise, samples } from '../support/machine-paths.ts';

const fail = () => Promise.reject(new Error('nothing is written here'));
const chosen: SaveTarget = { kind: 'chosen', sink: { write: fail, close: fail, discard: fail } };
const gone = new FailureError({ kind: 'server', code: 410, type: 'Gone', message: 'This file was deleted' });

/** FILE-12: a file from the host to the disk. */
export default samples({
  machine: downloadMachine,
  inputs: [{ mitasId: 'demo', id: 7, name: 'May.csv.gz', size: 1_500_000 }],
  events: { 'download.start': {}, 'download.cancel': {} },
  actors: {
    choose: promise<SaveTarget | null>({
      outputs: [chosen, { kind: 'browser' }, null],
      errors: [new Error('The file is in use')],
    }),
    streamFile: callback({
      sends: [
        { type: 'download.received', bytes: 750_000 },
        { type: 'download.saved' },
        { type: 'download.broke', error: new FailureError({ kind: 'network' }) },
        { type: 'download.broke', error: gone },
        { type: 'download.broke', error: new DOMException('no room', 'QuotaExceededError') },
      ],
      errors: [new Error('it broke')],
    }),
    handOver: promise({ outputs: [undefined], errors: [gone] }),
  },
  systems: ['snackbar', 'pageGuard'],
  serializeState: ({ value, context: { received, failure } }) => JSON.stringify([value, received, failure]),
  invariant: ({ snapshot }) => {
    expect(snapshot.hasTag('failed'), 'it says why').toBe(snapshot.context.failure !== null);
    if (snapshot.hasTag('streaming')) expect(snapshot.context.target?.value.kind).toBe('chosen');
  },
});
