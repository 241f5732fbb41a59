import { expect, test } from 'vitest';
import { daysToFull, type Forecastable, fullText } from '#model/receivers/memory-forecast.ts';
import type { VitalsPoint } from '#model/entities/vitals.ts';

const [hour, day] = [3_600_000, 86_400_000];
const now = Date.UTC(2026, 5, 1);

/**
 * Returns a history of hourly points, the last one an hour ago and equal to the newest report; null means no
 * report.
 */
const hourly = (percents: readonly (number | null)[]): Forecastable => {
  const points = pointsOf(percents, hour);
  const last = points.findLast(({ memoryPercent }) => memoryPercent !== null);
  const newest = last === undefined ? null : { ts: last.from, value: last.memoryPercent?.mean ?? null };
  return { points, newest: { ...none, memoryPercent: newest } };
};
const none = { voltage: null, memoryPercent: null, temperature: null };
const pointsOf = (percents: readonly (number | null)[], width: number): VitalsPoint[] =>
  percents.map((percent, at) => ({
    from: now - (percents.length - at) * width,
    voltage: null,
    temperature: null,
    memoryPercent: percent === null ? null : { min: percent, mean: percent, max: percent },
  }));
const rising = (hours: number, from: number, perDay: number, noise: (at: number) => number = () => 0) =>
  Array.from({ length: hours }, (_, at) => from + (at * perDay) / 24 + noise(at));
/** Fills within `hours` and empties, `teeth` times, then rises for `last` hours. */
const sawTooth = (teeth: number, hours: number, last: number) => [
  ...Array.from({ length: teeth * hours }, (_, at) => ((at % hours) * 100) / hours),
  ...rising(last, 0, 2_400 / hours),
];
const rounded = (days: number | null) => (days === null ? null : Math.round(days));

test.each<[string, number | null, readonly (number | null)[]]>([
  ['steady for a week', 9, rising(7 * 24, 20, 5)],
  ['steady for four weeks: the last days count', 2, [...rising(21 * 24, 0, 0.5), ...rising(7 * 24, 10.5, 10)]],
  ['emptied two days ago: what was before says nothing', 18, [...rising(5 * 24, 40, 12), ...rising(2 * 24, 0, 5)]],
  ['a night without reports', 5, rising(3 * 24, 20, 10).map((percent, at) => (at > 40 && at < 52 ? null : percent))],
  ['some wrong values', 3, rising(5 * 24, 20, 10, (at) => (at % 20 === 7 ? 4 : 0))],
  ['nearly full', 0, rising(3 * 24, 70, 9.9)],
  ['emptied an hour ago: as long as it took before', 10, [...rising(5 * 24, 40, 10), 1, 1.4]],
  ['emptied an hour ago, in the middle of an hour', 10, [...rising(5 * 24, 40, 10), 45, 1.4]],
  ['emptied a day ago, and has not risen since', null, [...rising(5 * 24, 40, 10), ...rising(25, 1, 0)]],
  ['emptied an hour ago after years without a change', null, [...rising(7 * 24, 80, 0), 1]],
  ['filled every day, nearly full', 0, sawTooth(5, 23, 21)],
  ['filled every day, a third full', 1, sawTooth(5, 23, 9)],
  ['filled every day, just emptied', 1, sawTooth(5, 23, 2)],
  ['filled every ten hours', 0, sawTooth(9, 10, 6)],
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
  // A day later, the full memory is a day nearer.
  expect((daysToFull(points, now) ?? 0) - (daysToFull(points, now + day) ?? 0)).toBeCloseTo(1, 5);
});

test('Home and the page say the same, whose points are of another width', () => {
  const fills = (ts: number) => (((ts / day) * 100) % 96) + 2;
  const history = (days: number, width: number): Forecastable => {
    const count = Math.floor((days * day) / width);
    const points = pointsOf(
      Array.from({ length: count }, (_, at) => fills(now - (count - at - 0.5) * width)),
      width,
    );
    return { points, newest: { ...none, memoryPercent: { ts: now, value: fills(now) } } };
  };
  const [home, page] = [daysToFull(history(7, hour / 4), now), daysToFull(history(28, hour), now)];
  expect(home).toBeCloseTo((100 - fills(now)) / 100, 1);
  expect(page).toBeCloseTo(home ?? 0, 2);
});

test('what counts is what was reported last, and not the mean of its hour', () => {
  const { points } = hourly(rising(5 * 24, 20, 10));
  const full = (value: number | null) => daysToFull({ points, newest: { ...none, memoryPercent: { ts: now, value } } }, now);
  expect(full(90)).toBeCloseTo(1, 5);
  expect(full(0), 'it was erased just now').toBeCloseTo(10, 5);
  expect([full(100), full(null)]).toEqual([null, null]);
});

test.each([
  [9.4, 'Memory full in 9 days at this rate'],
  [1.2, 'Memory full in 1 day at this rate'],
  [0.2, 'Memory full within a day at this rate'],
])('%f days: %s', (days, text) => {
  expect(fullText(days)).toBe(text);
});
