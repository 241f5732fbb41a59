import { expect, test } from 'vitest';
import { dayTicks } from '#model/charts/day-ticks.ts';

const utc = { offsetMinutes: () => 0 };
/** Boise, where the clocks go back at 2:00 on 1 November 2026. */
const boise = { offsetMinutes: (ts: number) => (ts < Date.parse('2026-11-01T08:00:00Z') ? -360 : -420) };
const at = (text: string) => Date.parse(`${text}Z`);

test.each([
  ['an hour', '2026-11-20T09:58', '2026-11-20T10:58', utc, ['10:00', '10:15', '10:30', '10:45']],
  [
    'a day',
    '2026-11-20T09:30',
    '2026-11-21T09:30',
    utc,
    ['12:00', '15:00', '18:00', '21:00', '11-21', '03:00', '06:00', '09:00'],
  ],
  ['a week', '2026-11-20T09:30', '2026-11-27T09:30', utc, ['11-21', '11-22', '11-23', '11-24', '11-25', '11-26', '11-27']],
  [
    'the day on which clocks go back',
    '2026-11-01T06:00',
    '2026-11-02T07:00',
    boise,
    ['11-01', '06:00', '12:00', '18:00', '11-02'],
  ],
  ['two years', '2024-11-20T00:00', '2026-11-20T00:00', utc, ['2025-02-11', '2026-02-12']],
] as const)('%s', (_, from, to, clock, texts) => {
  const ticks = dayTicks([at(from), at(to)], clock);
  expect(ticks.map(({ text }) => text)).toEqual(texts);
  expect(ticks.every((tick) => tick.at >= at(from) && tick.at <= at(to))).toBe(true);
});
