import { expect } from 'vitest';
import { questionMachine } from '../../src/machines/question/question-machine.ts';
import { callback, promise, samples } from '../support/machine-paths.ts';

/** NAV-29: a page's question, one that repeats by itself, and one that awaits a right. */
export default samples({
  machine: questionMachine,
  inputs: [
    { request: { mitasId: 'demo' } },
    { request: { mitasId: 'demo' }, refreshMs: 300_000 },
    { request: { mitasId: 'demo' }, awaitsRight: true },
    { request: null },
    { mitasId: 'demo', search: '' },
  ],
  events: { 'question.again': {}, 'question.asked': { request: { mitasId: 'other' } } },
  actors: {
    ask: promise({ outputs: ['an answer'] }),
    occasions: callback({
      sends: [{ type: 'right.known', may: true }, { type: 'right.known', may: false }, { type: 'question.outdated' }],
      errors: [new Error('no socket')],
    }),
  },
  serializeState: ({ value, context: { request, refreshMs, answer, isOutdated, failure } }) =>
    JSON.stringify([value, request, refreshMs, answer, isOutdated, failure !== null]),
  invariant: ({ snapshot }) => {
    const { answer, failure } = snapshot.context;
    expect(snapshot.hasTag('ready') && answer === null, 'an answer stays while a newer one is asked for').toBe(false);
    expect((snapshot.hasTag('failed') || snapshot.hasTag('stale')) && failure === null, 'a failure has its reason').toBe(false);
    expect(snapshot.hasTag('idle') && answer !== null, 'what may not be seen is gone').toBe(false);
  },
});
