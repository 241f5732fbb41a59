import { expect, test } from 'vitest';
import { pointWidth } from '#model/entities/vitals.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

test.each([
  [0, minute],
  [16 * hour, minute],
  [17 * hour, 2 * minute],
  [28 * day, hour],
  [365 * day, 12 * hour],
  [100 * 366 * day, 1_460 * hour],
])('of a time of %i ms a point is %i ms wide (VIT-5)', (ms, width) => {
  expect(pointWidth(ms)).toBe(width);
  expect(ms / width).toBeLessThanOrEqual(1_000);
});
