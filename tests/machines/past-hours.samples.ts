import { expect } from 'vitest';
import { pastHoursMachine } from '../../src/machines/past-hours/past-hours-machine.ts';
import { promise, samples } from '../support/machine-paths.ts';

const asked = { TransmitterId: 5, from: null, to: null };

/** DET-23. */
export default samples({
  machine: pastHoursMachine,
  inputs: [{ mitasId: 'demo' }],
  events: { 'past.asked': { asked }, 'past.retry': {}, 'past.dismiss': {} },
  actors: {
    ask: promise({
      outputs: [[{ TransmitterId: 5, hours: { from: 0, to: 3_600_000 } }], [{ TransmitterId: 5, hours: null }]],
    }),
  },
  serializeState: ({ value, context: { asked: waiting, found } }) => JSON.stringify([value, waiting.length > 0, found]),
  invariant: ({ snapshot }) => {
    const { asked: waiting, failure } = snapshot.context;
    expect(waiting.length > 0, 'what is asked is answered, or it is said that it is not').toBe(!snapshot.matches('resting'));
    if (snapshot.hasTag('failed')) expect(failure).not.toBeNull();
  },
});
