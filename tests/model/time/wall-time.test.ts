import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TimeText } from '#model/live/contact-text.ts';
import { instantOf } from '#model/time/wall-time.ts';

const zones = ['UTC', 'America/Boise', 'Europe/Zurich', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Kiritimati'];
const hour = 3_600_000;

test.each([
  ['UTC', '2026-05-01 10:00:00', '2026-05-01T10:00:00Z'],
  ['America/Boise', '2026-05-01 10:00:00', '2026-05-01T16:00:00Z'],
  ['America/Boise', '2026-01-15 23:30:00', '2026-01-16T06:30:00Z'],
  ['Europe/Zurich', '2026-03-29 01:59:59', '2026-03-29T00:59:59Z'],
  ['Europe/Zurich', '2026-03-29 03:00:00', '2026-03-29T01:00:00Z'],
  ['Europe/Zurich', '2026-10-25 01:59:59', '2026-10-24T23:59:59Z'],
  ['Europe/Zurich', '2026-10-25 02:30:00', '2026-10-25T01:30:00Z'],
  ['Europe/Zurich', '2026-10-25 03:00:00', '2026-10-25T02:00:00Z'],
])('in %s %s is %s', (zone, wallTime, instant) => {
  expect(instantOf(wallTime, new TimeText(zone))).toBe(Date.parse(instant));
});

test.each(['', 'yesterday', '2026-05-01', '2026-13-01 10:00:00', '2026-05-01 10:00:00 MDT'])('%j is no such time', (text) => {
  expect(instantOf(text, new TimeText('UTC'))).toBeNull();
});

test('a time that clocks leave out in spring is read all the same', () => {
  expect(instantOf('2026-03-29 02:30:00', new TimeText('Europe/Zurich'))).toBe(Date.parse('2026-03-29T01:30:00Z'));
});

test('what a clock shows is read back, in every zone; in the hour it shows twice an hour later at most', () => {
  const times = zones.map((zone) => new TimeText(zone));
  const seconds = fc.integer({ min: Date.UTC(2015, 0, 1) / 1_000, max: Date.UTC(2035, 0, 1) / 1_000 });
  fc.assert(
    fc.property(seconds, fc.constantFrom(...times), (second, text) => {
      const ts = second * 1_000;
      const read = instantOf(text.stamp(ts), text) ?? 0;
      expect(text.stamp(read)).toBe(text.stamp(ts));
      expect(read - ts === 0 || (read - ts > 0 && read - ts <= hour)).toBe(true);
    }),
  );
});
