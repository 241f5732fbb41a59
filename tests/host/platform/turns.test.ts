import { describe, expect, test } from 'vitest';
import { Turns } from '../../../host/platform/turns.ts';

/** Requests turns, and records in which order they start. */
function stage(perKey: number, total: number) {
  const turns = new Turns({ perKey, total });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    turns,
    started,
    ask: (name: string, key: number, signal?: AbortSignal) =>
      turns.take(key, signal).then((end) => {
        started.push(name);
        ends.set(name, end);
      }),
    end: async (name: string) => {
      ends.get(name)?.();
      await settled();
    },
  };
}
const settled = () => new Promise((resolve) => void setImmediate(resolve));

describe('turns (ING-7)', () => {
  test('no key has more than its own, all together no more than the total', async () => {
    const { ask, started, end } = stage(2, 3);
    for (const name of ['a1', 'a2', 'a3']) void ask(name, 1);
    for (const name of ['b1', 'b2']) void ask(name, 2);
    await settled();
    expect(started).toEqual(['a1', 'a2', 'b1']);
    await end('b1');
    expect(started).toEqual(['a1', 'a2', 'b1', 'b2']);
    await end('a1');
    expect(started).toEqual(['a1', 'a2', 'b1', 'b2', 'a3']);
  });

  test('who asks a hundred times does not take the turns of one who asks once', async () => {
    const { ask, started, end } = stage(1, 1);
    for (let i = 0; i < 100; i++) void ask(`a${i}`, 1);
    void ask('b', 2);
    void ask('c', 3);
    await settled();
    await end('a0');
    await end('b');
    await end('c');
    expect(started).toEqual(['a0', 'b', 'c', 'a1']);
  });

  test('keys that ask again and again take turns', async () => {
    const { ask, started, end } = stage(1, 1);
    for (let round = 0; round < 3; round++) for (const key of [1, 2, 3]) void ask(`${key}`, key);
    await settled();
    for (let i = 0; i < 8; i++) await end(started[i] ?? '');
    expect(started.join('')).toBe('123123123');
  });

  test('a turn that is ended twice is one turn', async () => {
    const { turns } = stage(1, 2);
    const end = turns.tryTake(1);
    expect(turns.tryTake(1)).toBeNull();
    end?.();
    end?.();
    expect([turns.of(1), turns.tryTake(1), turns.tryTake(2), turns.tryTake(3)]).toEqual([
      0,
      expect.any(Function),
      expect.any(Function),
      null,
    ]);
    expect([turns.of(1), turns.of(2), turns.of(3)]).toEqual([1, 1, 0]);
  });

  test('who gives up waiting is passed over, and is told why', async () => {
    const { ask, started, end } = stage(1, 1);
    const patience = new AbortController();
    void ask('first', 1);
    const given = ask('gone', 1, patience.signal);
    void ask('last', 1);
    await settled();
    patience.abort(new Error('away'));
    await expect(given).rejects.toThrow('away');
    await end('first');
    expect(started).toEqual(['first', 'last']);
    await expect(ask('late', 1, patience.signal)).rejects.toThrow('away');
  });
});
