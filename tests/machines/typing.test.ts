import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { selectTyped, typingMachine } from '../../src/machines/typing/typing-machine.ts';

test('a text counts once nothing was typed for as long as it rests, and only the last', () => {
  const clock = new SimulatedClock();
  const settled: string[] = [];
  const actor = createActor(typingMachine, { input: { restMs: 500 }, clock }).start();
  actor.subscribe(({ context: { text, times } }) => times > settled.length && settled.push(text));
  for (const text of ['c', 'cr', 'cre']) {
    actor.send({ type: 'text.typed', text });
    clock.increment(499);
  }
  expect([selectTyped(actor.getSnapshot()), settled]).toEqual(['cre', []]);
  clock.increment(1);
  expect([selectTyped(actor.getSnapshot()), settled]).toEqual([null, ['cre']]);
  actor.stop();
});
