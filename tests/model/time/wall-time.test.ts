import process from 'node:process';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TimeText } from '#model/time/time-text.ts';
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

test.each(['', 'yesterday', '2026-05-01', '2026-13-01 10:00:00', '2026-02-30 10:00:00', '2026-05-01 10:00:00 MDT'])(
  '%j is no such time',
  (text) => {
    expect(instantOf(text, new TimeText('UTC'))).toBeNull();
  },
);

test('a time that clocks leave out in spring is read all the same', () => {
  expect(instantOf('2026-03-29 02:30:00', new TimeText('Europe/Zurich'))).toBe(Date.parse('2026-03-29T01:30:00Z'));
});

test('what is no timezone is read as UTC (LOOK-6)', () => {
  expect(instantOf('2026-05-01 10:00:00', new TimeText('Nowhere/Atall'))).toBe(Date.parse('2026-05-01T10:00:00Z'));
});

describe.each(['UTC', 'America/Boise', 'Europe/Zurich', 'Australia/Lord_Howe'])('in a browser that stands in %s', (own) => {
  const before = process.env['TZ'];
  beforeAll(() => void (process.env['TZ'] = own));
  afterAll(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });

  test('what a clock shows is read back, in every zone; in the hour it shows twice an hour later at most', () => {
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(own);
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

  /** Days on which clocks change in some timezone: every half hour from the day before to the day after. */
  test.each(['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01'])('around %s', (date) => {
    const noon = Date.parse(`${date}T12:00:00Z`);
    for (const zone of zones) {
      const text = new TimeText(zone);
      const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
      const instants = Array.from({ length: 145 }, (_, half) => noon + (half - 72) * (hour / 2));
      const last = new Map(instants.map((ts) => [shown.format(ts), ts]));
      for (const ts of instants) {
        expect(text.stamp(ts)).toBe(shown.format(ts));
        expect(text.clock(ts)).toBe(shown.format(ts).slice(11));
        expect(instantOf(shown.format(ts), text)).toBe(last.get(shown.format(ts)));
      }
    }
  });
});
