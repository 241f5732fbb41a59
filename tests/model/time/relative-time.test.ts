import { expect, test } from 'vitest';
import { relativeTime } from '#model/time/relative-time.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
  [-5 * minute, 'just now'],
  [0, 'just now'],
  [10 * second - 1, 'just now'],
  [10 * second, '10 s ago'],
  [minute - 1, '59 s ago'],
  [minute, '1 min ago'],
  [hour - 1, '59 min ago'],
  [hour, '1 h ago'],
  [day - 1, '23 h ago'],
  [day, '1 day ago'],
  [2 * day, '2 days ago'],
  [400 * day, '400 days ago'],
])('%d ms old is %s (LOOK-13)', (age, text) => {
  expect(relativeTime(1_700_000_000_000 - age, 1_700_000_000_000)).toBe(text);
});
