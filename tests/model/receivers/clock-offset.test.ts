import { describe, expect, test } from 'vitest';
import { clockText } from '#model/receivers/clock-offset.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

const told = (clockOffsetMs: number | null, ago = 0) => ({ clockOffsetMs, clockTs: -ago, pointMs: hour, to: 0 });

describe('what is said of the clock of a receiver (VIT-8)', () => {
  test.each([
    [-minute, 'Clock 1 min slow'],
    [minute, 'Clock 1 min fast'],
    [-(2 * hour + 3 * minute + 40_000), 'Clock 2 h 3 min slow'],
    [7 * hour, 'Clock 7 h fast'],
    [-(3 * day + 4 * hour), 'Clock 3 d 4 h slow'],
    [-20_000 * day, 'Clock 20000 d slow'],
  ])('%i ms: %s', (offset, expected) => expect(clockText(told(offset))).toBe(expected));

  test.each([null, 0, minute - 1, -(minute - 1)])('nothing of %s', (offset) => expect(clockText(told(offset))).toBeNull());

  test('how long ago it told is said, where that was not just now', () => {
    expect(clockText(told(-2 * hour, 3 * hour))).toBe('Clock 2 h slow');
    expect(clockText(told(-2 * hour, 5 * hour))).toBe('Clock 2 h slow, reported 5 h ago');
    expect(clockText(null)).toBeNull();
  });
});
