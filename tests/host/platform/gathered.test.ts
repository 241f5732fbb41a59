import { expect, test } from 'vitest';
import { gathered } from '../../../host/platform/gathered.ts';

/** Returns questions that the test answers when it likes. */
function asker() {
  const questions: { keys: readonly string[]; answer: () => void; fail: (error: Error) => void }[] = [];
  let asked = 0;
  const ask = gathered<string, string>((keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<Map<string, string>>();
    const number = (asked += 1);
    questions.push({ keys, answer: () => resolve(new Map(keys.map((key) => [key, `${key}${number}`]))), fail: reject });
    return promise;
  });
  return { ask, questions };
}

test('who asks while others are answered is answered by what was read later, all of them at once (ING-13)', async () => {
  const { ask, questions } = asker();
  const first = ask('a');
  await expect.poll(() => questions.length).toBe(1);
  const later = [ask('a'), ask('b'), ask('a')];
  questions[0]?.answer();
  expect(await first).toBe('a1');
  await expect.poll(() => questions.length).toBe(2);
  questions[1]?.answer();
  expect(await Promise.all(later)).toEqual(['a2', 'b2', 'a2']);
  expect(questions.map(({ keys }) => keys)).toEqual([['a'], ['a', 'b']]);
});

test('a question that fails is told to those who asked it, and the next one is asked', async () => {
  const { ask, questions } = asker();
  const first = ask('a');
  await expect.poll(() => questions.length).toBe(1);
  const later = ask('b');
  questions[0]?.fail(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await expect.poll(() => questions.length).toBe(2);
  questions[1]?.answer();
  expect(await later).toBe('b2');
});
