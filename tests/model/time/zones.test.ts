import { expect, test } from 'vitest';
import { offsetOf, zonesAt } from '#model/time/zones.ts';

const winter = Date.UTC(2026, 0, 15);
const summer = Date.UTC(2026, 6, 15);

test.each([
  ['UTC', winter, 'UTC'],
  ['America/Boise', winter, 'UTC-07:00'],
  ['America/Boise', summer, 'UTC-06:00'],
  ['Asia/Kolkata', summer, 'UTC+05:30'],
  ['Europe/London', winter, 'UTC'],
])('%s at %d is %s (SYS-20)', (zone, now, expected) => {
  expect(offsetOf(zone, now)).toBe(expected);
});

test('every zone is offered once, UTC among them (SYS-20)', () => {
  const names = zonesAt(winter).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining(['UTC', 'America/Boise']));
});
