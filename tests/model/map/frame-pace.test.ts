import { expect, test } from 'vitest';
import { finenessAfter } from '#model/map/frame-pace.ts';

const six = (...ms: number[]): number[] => Array.from({ length: 6 }, (_, at) => ms[at % ms.length] ?? 0);

test.each([
  ['fine', [], 'fine'],
  ['fine', [100, 100, 100, 100, 100], 'fine'],
  ['fine', six(34), 'fine'],
  ['fine', six(34.1), 'coarse'],
  ['fine', [100, 100, 100, 17, 17, 17], 'fine'],
  ['fine', [100, 100, 17, 100, 100, 17], 'coarse'],
  ['fine', [...six(100), ...six(17)], 'fine'],
  ['coarse', [17, 17, 17, 17, 17], 'coarse'],
  ['coarse', [17, 17, 17, 17, 17, 21], 'coarse'],
  ['coarse', six(20), 'fine'],
  ['coarse', [...six(17), ...six(29)], 'coarse'],
] as const)('drawn %s, with frames of %j ms, it goes on %s (MAP-12)', (before, frames, after) => {
  expect(finenessAfter(before, frames)).toBe(after);
});
