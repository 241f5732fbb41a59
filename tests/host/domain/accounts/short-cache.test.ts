import { describe, expect, test } from 'vitest';
import { createShortCache } from '../../../../host/domain/accounts/short-cache.ts';

/** A counted question, answered when the test says so. */
function question() {
  const open: PromiseWithResolvers<string>[] = [];
  return {
    ask: () => {
      const answer = Promise.withResolvers<string>();
      open.push(answer);
      return answer.promise;
    },
    asked: () => open.length,
    answer: (index: number, text: string) => open[index]?.resolve(text),
    fail: (index: number) => open[index]?.reject(new Error('no answer')),
  };
}

describe('a short cache', () => {
  test('asks one question for all who ask meanwhile, and for those who come while its answer stands', async () => {
    let now = 0;
    const cache = createShortCache<string>(100, () => now);
    const { ask, asked, answer } = question();
    const askers = [1, 2, 3].map(() => cache.get('a', ask));
    expect(asked()).toBe(1);
    answer(0, 'yes');
    expect(await Promise.all(askers)).toEqual(['yes', 'yes', 'yes']);
    now = 99;
    expect(await cache.get('a', ask)).toBe('yes');
    expect(asked()).toBe(1);
    now = 100;
    const again = cache.get('a', ask);
    expect(asked()).toBe(2);
    answer(1, 'no');
    expect(await again).toBe('no');
  });

  test('keeps keys apart', async () => {
    const cache = createShortCache<string>(100, () => 0);
    expect(await cache.get('a', () => Promise.resolve('of a'))).toBe('of a');
    expect(await cache.get('b', () => Promise.resolve('of b'))).toBe('of b');
  });

  test('asks again after it was told to forget, also while the answer is on its way', async () => {
    const cache = createShortCache<string>(100, () => 0);
    const { ask, asked, answer } = question();
    const early = cache.get('a', ask);
    cache.forget('a');
    const late = cache.get('a', ask);
    expect(asked()).toBe(2);
    answer(1, 'after');
    answer(0, 'before');
    expect(await early).toBe('before');
    expect(await late).toBe('after');
    expect(await cache.get('a', ask)).toBe('after');
    cache.clear();
    void cache.get('a', ask);
    expect(asked()).toBe(3);
  });

  test('keeps no failure, and a failure of before spoils no answer of after', async () => {
    const cache = createShortCache<string>(100, () => 0);
    const { ask, asked, answer, fail } = question();
    const first = cache.get('a', ask);
    cache.forget('a');
    const second = cache.get('a', ask);
    answer(1, 'good');
    await second;
    fail(0);
    await expect(first).rejects.toThrow('no answer');
    expect(await cache.get('a', ask)).toBe('good');
    expect(asked()).toBe(2);
    await expect(cache.get('b', () => Promise.reject(new Error('once')))).rejects.toThrow('once');
    expect(await cache.get('b', () => Promise.resolve('then'))).toBe('then');
  });

  test('holds so many answers only', async () => {
    const cache = createShortCache<number>(100, () => 0);
    let asked = 0;
    const ask = () => Promise.resolve(++asked);
    for (let i = 0; i < 10_000; i++) await cache.get(String(i), ask);
    await cache.get('0', ask);
    expect(asked).toBe(10_000);
    await cache.get('one more', ask);
    await cache.get('0', ask);
    expect(asked).toBe(10_002);
  });
});
