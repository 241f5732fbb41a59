import { describe, expect, test } from 'vitest';
import { growsFaster, slopeOf } from '../bench/soak/slope.ts';

const at = (...values: readonly number[]) => values.map((value, index) => ({ hours: index / 2, value }));

describe('what a soak says of growth (SPEED-17)', () => {
  test.each([
    ['what stands', at(5, 5, 5, 5), 0, 0],
    ['what grows by two each half hour', at(1, 3, 5, 7), 4, 0],
    ['what shrinks', at(7, 5, 3, 1), -4, 0],
    ['a saw', at(0, 2, 0, 2, 0), 0, Math.sqrt(4.8 / 3 / 2.5)],
    ['a step', at(0, 0, 3, 3), 2.4, Math.sqrt(1.8 / 2 / 1.25)],
    ['two points', at(1, 9), 0, Number.POSITIVE_INFINITY],
    ['one moment', [1, 2, 3].map((value) => ({ hours: 1, value })), 0, Number.POSITIVE_INFINITY],
    ['nothing', [], 0, Number.POSITIVE_INFINITY],
  ])('%s', (_, points, perHour, error) => {
    const slope = slopeOf(points);
    expect(slope.perHour).toBeCloseTo(perHour, 10);
    expect(slope.error).toBeCloseTo(error, 10);
  });

  test.each([
    [{ perHour: 10, error: 0 }, 9, true],
    [{ perHour: 10, error: 0 }, 10, false],
    [{ perHour: 10, error: 1 }, 8, false],
    [{ perHour: 10, error: Number.POSITIVE_INFINITY }, 0, false],
  ])('%o is more than %d an hour: %s', (slope, most, isMore) => {
    expect(growsFaster(slope, most)).toBe(isMore);
  });
});
