import { expect, test } from 'vitest';
import { daysToFull, fullText } from '#model/receivers/memory-forecast.ts';
import type { VitalsPoint } from '#model/entities/vitals.ts';

const [hour, day] = [3_600_000, 86_400_000];
const now = Date.UTC(2026, 5, 1);

/** Points of an hour each, the last one an hour ago; null where nothing was reported. */
const hourly = (percents: readonly (number | null)[]): VitalsPoint[] =>
  percents.map((percent, at) => ({
    from: now - (percents.length - at) * hour,
    voltage: null,
    temperature: null,
    memoryPercent: percent === null ? null : { min: percent, mean: percent, max: percent },
  }));
const rising = (hours: number, from: number, perDay: number, noise: (at: number) => number = () => 0) =>
  Array.from({ length: hours }, (_, at) => from + (at * perDay) / 24 + noise(at));
const rounded = (days: number | null) => (days === null ? null : Math.round(days));

test.each<[string, number | null, readonly (number | null)[]]>([
  ['steady for a week', 9, rising(7 * 24, 20, 5)],
  ['steady for four weeks: the last days count', 2, [...rising(21 * 24, 0, 0.5), ...rising(7 * 24, 10.5, 10)]],
  ['emptied two days ago: what was before says nothing', 18, [...rising(5 * 24, 40, 12), ...rising(2 * 24, 0, 5)]],
  ['a night without reports', 5, rising(3 * 24, 20, 10).map((percent, at) => (at > 40 && at < 52 ? null : percent))],
  ['some wrong values', 3, rising(5 * 24, 20, 10, (at) => (at % 20 === 7 ? 4 : 0))],
  ['nearly full', 0, rising(3 * 24, 70, 9.9)],
  ['emptied an hour ago', null, [...rising(5 * 24, 40, 10), 1, 1.4]],
  ['less than a day', null, rising(20, 20, 10)],
  ['full already', null, rising(5 * 24, 80, 0).map((percent, at) => (at > 60 ? 100 : percent))],
  ['not rising', null, rising(5 * 24, 40, 0)],
  ['falling slowly', null, rising(5 * 24, 40, -1)],
  ['so slowly that nobody can tell', null, rising(5 * 24, 40, 0.9)],
  ['no line: it comes and goes', null, rising(5 * 24, 40, 3, (at) => (at % 2 === 0 ? 4.9 : 0))],
  ['never reported', null, [null, null]],
  ['nothing at all', null, []],
])('memory that is %s: full in %j days (VIT-7)', (_what, days, percents) => {
  expect(rounded(daysToFull(hourly(percents), now))).toBe(days);
});

test('of a receiver that reports no more nothing is told', () => {
  const points = hourly(rising(5 * 24, 20, 10));
  expect(daysToFull(points, now + 2 * day)).toBeNull();
  // A day later it is a day nearer.
  expect((daysToFull(points, now) ?? 0) - (daysToFull(points, now + day) ?? 0)).toBeCloseTo(1, 5);
});

test.each([
  [9.4, 'Memory full in 9 days at this rate'],
  [1.2, 'Memory full in 1 day at this rate'],
  [0.2, 'Memory full within a day at this rate'],
])('%f days: %s', (days, text) => {
  expect(fullText(days)).toBe(text);
});
