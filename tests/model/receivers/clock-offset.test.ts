import { describe, expect, test } from 'vitest';
import { clockText } from '#model/receivers/clock-offset.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

describe('what is said of the clock of a receiver (VIT-8)', () => {
  test.each([
    [-minute, 'Clock 1 min slow'],
    [minute, 'Clock 1 min fast'],
    [-(2 * hour + 3 * minute + 40_000), 'Clock 2 h 3 min slow'],
    [7 * hour, 'Clock 7 h fast'],
    [-(3 * day + 4 * hour), 'Clock 3 d 4 h slow'],
    [-20_000 * day, 'Clock 20000 d slow'],
  ])('%i ms: %s', (offset, expected) => expect(clockText(offset)).toBe(expected));

  test.each([null, 0, minute - 1, -(minute - 1)])('nothing of %s', (offset) => expect(clockText(offset)).toBeNull());
});
