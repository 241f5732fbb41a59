import { expect, test } from 'vitest';
import { animalsHeardText, startOfDay } from '#model/home/animals-heard.ts';
import { TimeText } from '#model/time/time-text.ts';

test.each([
  ['UTC', '2026-05-01T13:45:00Z', '2026-05-01T00:00:00Z'],
  ['America/Los_Angeles', '2026-05-01T03:00:00Z', '2026-04-30T07:00:00Z'],
  ['Asia/Kathmandu', '2026-05-01T18:15:00Z', '2026-05-01T18:15:00Z'],
  // The clocks changed that morning: in spring, in autumn, and in Beirut at midnight itself.
  ['Europe/Zurich', '2026-03-29T10:00:00Z', '2026-03-28T23:00:00Z'],
  ['Europe/Zurich', '2026-10-25T10:00:00Z', '2026-10-24T22:00:00Z'],
  ['Asia/Beirut', '2026-03-29T10:00:00Z', '2026-03-28T22:00:00Z'],
])('in %s, the day of %s began at %s (NAV-37)', (timezone, now, began) => {
  expect(new Date(startOfDay(Date.parse(now), new TimeText(timezone))).toISOString()).toBe(new Date(began).toISOString());
});

test.each([
  [{ heard: 7, tagged: 12 }, '7 of 12 heard today'],
  [{ heard: 0, tagged: 3 }, '0 of 3 heard today'],
  [{ heard: 1, tagged: 0 }, '1 heard today'],
  [{ heard: 0, tagged: 0 }, null],
])('of %j it says %s (NAV-37)', (animals, text) => {
  expect(animalsHeardText(animals)).toBe(text);
});
