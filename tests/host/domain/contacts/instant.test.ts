import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateOf, parseInstant, zoneMinutes } from '../../../../host/domain/contacts/instant.ts';

test('every instant that is written is read, with any offset (ING-11)', () => {
  const instants = fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2199, 11, 31) });
  const offsets = fc.integer({ min: -14 * 60, max: 14 * 60 });
  fc.assert(
    fc.property(instants, offsets, (ts, minutes) => {
      const local = new Date(ts + minutes * 60_000).toISOString().slice(0, -1);
      const zone = `${minutes < 0 ? '-' : '+'}${new Date(Math.abs(minutes) * 60_000).toISOString().slice(11, 16)}`;
      expect(parseInstant(local + zone)).toBe(ts);
      expect(parseInstant(local.replace('T', ' '), minutes)).toBe(ts);
      expect(parseInstant(local)).toBeNull();
    }),
  );
});

test.each([
  ['2026-05-01T23:59:59.999999999Z', Date.UTC(2026, 4, 1, 23, 59, 59, 999)],
  ['2026-05-01T00:00:00.29Z', Date.UTC(2026, 4, 1, 0, 0, 0, 290)],
  ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
  ['2026-05-01T00:00:00+1400', Date.UTC(2026, 3, 30, 10)],
  ['2026-02-29T00:00:00Z', null],
  ['2026-13-01T00:00:00Z', null],
  ['2026-00-01T00:00:00Z', null],
  ['2026-05-00T00:00:00Z', null],
  ['2026-05-01T24:00:00Z', null],
  ['2026-05-01T00:60:00Z', null],
  ['2026-05-01T00:00:60Z', null],
  ['2026-05-01T00:00:00.Z', null],
  ['2026-05-01T00:00:00.1234567890Z', null],
  ['2026-05-01T00:00:00+15:00', null],
  ['2026-05-01T00:00:00+00:60', null],
  ['2026-05-01T00:00Z', null],
  [' 2026-05-01T00:00:00Z', null],
  ['2026-05-01T00:00:00Z ', null],
  ['', null],
])('%s', (text, ts) => expect(parseInstant(text)).toBe(ts));

test.each([
  ['Z', 0],
  ['+00:00', 0],
  ['-07:30', -450],
  ['+1459', 899],
  ['+1500', null],
  ['+0060', null],
  ['z', null],
  ['7', null],
])('offset %s', (zone, minutes) => expect(zoneMinutes(zone)).toBe(minutes));

test('a day is one of the calendar', () => {
  expect([dateOf(2026, 12, 31), dateOf(2026, 4, 31), dateOf(2026, 1, 0)]).toEqual([Date.UTC(2026, 11, 31), null, null]);
});
