import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { question } from '../../src/machines/question/question.ts';

/** Starts a question that is renewed every `refreshMs`; the test decides when the host answers. */
function begin(refreshMs: number) {
  const clock = new SimulatedClock();
  const asked: PromiseWithResolvers<string>[] = [];
  const machine = question(() => {
    const answer = Promise.withResolvers<string>();
    asked.push(answer);
    return answer.promise;
  });
  const actor = createActor(machine, { clock, input: { request: { mitasId: 'river' }, refreshMs } }).start();
  const answered = (text: string): Promise<void> => {
    asked.at(-1)?.resolve(text);
    return settled();
  };
  const failed = (text: string): Promise<void> => {
    asked.at(-1)?.reject(new Error(text));
    return settled();
  };
  return { actor, clock, asked, answered, failed };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test('an answer is renewed after its time, with the rest of the host in it (NAV-29)', async () => {
  const { clock, asked, answered } = begin(60_000);
  await answered('one');
  for (const times of [2, 3, 4]) {
    clock.increment(59_999);
    expect(asked).toHaveLength(times - 1);
    clock.increment(1);
    expect(asked, 'after 60 s').toHaveLength(times);
    await answered('another');
  }
});

test('a failure stays while it is asked again by itself, and goes when a person asks (NAV-29)', async () => {
  const { actor, clock, asked, answered, failed } = begin(60_000);
  const seen = () => actor.getSnapshot();
  const statesSeen: boolean[] = [];
  await failed('no host');
  actor.subscribe((snapshot) => statesSeen.push(snapshot.hasTag('failed')));
  clock.increment(60_000);
  expect(asked).toHaveLength(2);
  expect([seen().hasTag('failed'), seen().context.failure]).toEqual([true, expect.anything()]);
  await failed('no host');
  actor.send({ type: 'question.outdated' });
  expect(asked).toHaveLength(3);
  await failed('no host');
  expect(new Set(statesSeen), 'it never goes away').toEqual(new Set([true]));
  actor.send({ type: 'question.again' });
  expect([seen().hasTag('failed'), seen().context.failure]).toEqual([false, null]);
  await failed('no host');
  clock.increment(60_000);
  // Changes reported during a request may be newer than its answer.
  actor.send({ type: 'question.outdated' });
  await answered('one');
  expect(seen().context).toMatchObject({ answer: 'one', failure: null });
  expect(asked).toHaveLength(6);
  await answered('two');
  expect([seen().context.answer, seen().hasTag('ready')]).toEqual(['two', true]);
});
