import { expect, test } from 'vitest';
import { awaitedHour, countsFrom, hoursTouched, versionOfHour } from '#model/detection/settings-hours.ts';

/** DET-15, DET-17. */

const at = (time: string) => Date.parse(`2026-05-01T${time}Z`);
const clock = (ts: number) => new Date(ts).toISOString().slice(11, 16);

test.each([
  ['10:00:00.000', '11:00'],
  ['10:30:00.000', '11:00'],
  ['10:59:59.999', '11:00'],
  ['11:00:00.000', '12:00'],
])('a version that was saved at %s counts from %s (DET-15)', (saved, from) => {
  expect(clock(countsFrom({ effectiveFrom: at(saved) }))).toBe(from);
});

/** Version 4 replaces version 3 before version 3 takes effect. */
const versions = [
  { version: 1, effectiveFrom: at('06:20:00') },
  { version: 2, effectiveFrom: at('08:05:00') },
  { version: 3, effectiveFrom: at('10:20:00') },
  { version: 4, effectiveFrom: at('10:40:00') },
];

test.each([
  ['00:00:00', 1],
  ['06:00:00', 1],
  ['08:00:00', 1],
  ['09:00:00', 2],
  ['10:00:00', 2],
  ['11:00:00', 4],
  ['23:00:00', 4],
])('the hour of %s goes by version %i: of two saves in one hour the last counts (DET-15)', (hour, version) => {
  expect(versionOfHour(versions, at(hour))).toBe(version);
});

test.each([
  [{ version: 3, effectiveFrom: at('10:20:00') }, at('10:20:01'), '11:00'],
  [{ version: 3, effectiveFrom: at('10:20:00') }, at('10:59:59'), '11:00'],
  [{ version: 3, effectiveFrom: at('10:20:00') }, at('11:00:00'), null],
  [{ version: 3, effectiveFrom: at('10:20:00') }, 0, null],
  [{ version: 1, effectiveFrom: at('10:20:00') }, at('10:30:00'), null],
])('%j at %d is awaited from %s (DET-12)', (version, now, from) => {
  const hour = awaitedHour(version, now);
  expect(hour === null ? null : clock(hour)).toBe(from);
});

test.each([
  ['07:30', '10:10', {}, '07:00', '11:00'],
  ['07:30', '10:00', {}, '07:00', '10:00'],
  ['07:00', '23:00', {}, '07:00', '11:00'],
  ['07:30', '09:10', { keptFrom: at('08:00:00') }, '08:00', '10:00'],
  ['07:30', '09:10', { keptFrom: at('12:00:00') }, '12:00', '12:00'],
  ['10:20', '10:20', {}, '10:00', '11:00'],
  ['11:00', '12:00', {}, '11:00', '11:00'],
  ['12:00', '13:00', {}, '12:00', '12:00'],
])('at 10:30 the range from %s to %s with %j touches the hours from %s to %s (DET-17)', (start, end, kept, from, to) => {
  const range = { start: at(`${start}:00`), end: at(`${end}:00`) };
  const hours = hoursTouched(range, { now: at('10:30:00'), ...kept });
  expect([clock(hours.from), clock(hours.to)]).toEqual([from, to]);
});
