import { expect, test } from 'vitest';
import { zonesAt, zoneText } from '#model/time/zones.ts';

const winter = Date.UTC(2026, 0, 15);
const summer = Date.UTC(2026, 6, 15);

test.each([
  ['UTC', winter, 'UTC'],
  ['America/Boise', winter, 'America/Boise (UTC-07:00)'],
  ['America/Boise', summer, 'America/Boise (UTC-06:00)'],
  ['Asia/Kolkata', summer, 'Asia/Kolkata (UTC+05:30)'],
  ['Europe/London', winter, 'Europe/London (UTC)'],
])('%s at %d is %s (SYS-20)', (zone, now, expected) => {
  expect(zoneText(zone, now)).toBe(expected);
});

test('every zone is offered once, UTC among them (SYS-20)', () => {
  const names = zonesAt(winter).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining(['UTC', 'America/Boise']));
});
