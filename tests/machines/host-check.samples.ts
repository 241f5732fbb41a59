import { expect } from 'vitest';
import { hostCheckMachine } from '../../src/machines/host-check/host-check-machine.ts';
import { callback, promise, samples } from '../support/machine-paths.ts';

/** DOC-12: what the operator is shown of the host, and nobody else. */
export default samples({
  machine: hostCheckMachine,
  inputs: [undefined],
  events: { 'check.again': {} },
  actors: {
    operatorRight: callback({
      sends: [
        { type: 'right.known', may: true },
        { type: 'right.known', may: false },
      ],
      errors: [new Error('no journal')],
    }),
    loadDiagnosis: promise({ outputs: [{ at: 1, findings: [] }] }),
  },
  invariant: ({ snapshot }) => {
    const { diagnosis, failure } = snapshot.context;
    if (snapshot.hasTag('ready')) expect(diagnosis, 'what was found stays').not.toBeNull();
    if (snapshot.hasTag('failed') || snapshot.hasTag('stale')) expect(failure).not.toBeNull();
    if (snapshot.hasTag('barred')) expect(diagnosis, 'nobody else sees it').toBeNull();
  },
});
