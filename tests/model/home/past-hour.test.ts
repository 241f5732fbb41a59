import { describe, expect, test } from 'vitest';
import { minutesToAsk, pastHourText, sparkPath, withMinutes } from '#model/home/past-hour.ts';

/** NAV-32: the contacts of the past hour, by minute. */

const minute = 60_000;
const now = 100 * minute + 42_000;
const counts = (from: number, ...values: number[]) => ({ startTime: from * minute, counts: values });
const many = (from: number, to: number) => counts(from, ...Array.from({ length: to - from }, (_, at) => from + at));

test.each([
  ['all of the hour where nothing is known', null, [40, 100]],
  ['the last minutes once more, and those since', many(30, 90), [87, 100]],
  ['what differs where it is known up to now', many(40, 100), [97, 100]],
  ['all of it where what is known is older', many(0, 20), [40, 100]],
  ['nothing that is still to come', many(60, 120), [100, 100]],
])('%s is asked for', (_, known, [from = 0, to = 0]) => {
  expect(minutesToAsk(known, now)).toEqual([from * minute, to * minute]);
});

describe('what came', () => {
  test.each([
    ['stands alone at first', null, many(40, 100), many(40, 100)],
    ['follows what was known', counts(40, 1, 2, 3), counts(43, 4), counts(40, 1, 2, 3, 4)],
    ['takes the place of minutes that were counted before', counts(40, 1, 2, 3), counts(41, 7, 8, 9), counts(40, 1, 7, 8, 9)],
    ['stands alone where minutes between are not known', counts(40, 1, 2), counts(43, 4), counts(43, 4)],
    ['stands alone where it begins before', counts(40, 1, 2), counts(39, 4, 5), counts(39, 4, 5)],
    ['drops what is older than an hour', many(40, 100), counts(99, 99, 100), many(41, 101)],
  ])('%s', (_, known, came, expected) => {
    expect(withMinutes(known, came)).toEqual(expected);
  });
});

test('the line goes from side to side, between nothing and the most', () => {
  expect(sparkPath(counts(0, 0, 10, 5), { width: 100, height: 20 })).toBe('M0.0 20.0L50.0 0.0L100.0 10.0');
  expect(sparkPath(counts(0, 0, 0), { width: 100, height: 20 }), 'silence lies at the bottom').toBe('M0.0 20.0L100.0 20.0');
});

test.each([
  [counts(0, 3, 12_000, 8), 'Past hour: 3 to 12,000 contacts a minute, last 8'],
  [counts(0, 5, 5), 'Past hour: 5 contacts a minute, last 5'],
  [counts(0), 'Past hour: not known'],
])('%j reads %s', (given, text) => {
  expect(pastHourText(given)).toBe(text);
});
