import { describe, expect, test } from 'vitest';
import { TimeText } from '#model/time/time-text.ts';
import { clockDifference } from '#model/time/clock-difference.ts';
import { dayText } from '#model/time/day-text.ts';
import type { SystemClock } from '#model/time/system-clock.ts';
import { instantOf } from '#model/time/wall-time.ts';

const at = (text: string): number => Date.parse(text);
const span = (from: string, offset: number, zone: string) => ({ from: at(from), offset, zone });

/**
 * Vancouver's clocks as a host knows them after the switch to permanent summer time; the last change is in
 * March 2026.
 */
const host: SystemClock = {
  timezone: 'America/Vancouver',
  until: at('2028-01-01T00:00:00Z'),
  spans: [
    span('2025-03-09T10:00:00Z', -420, 'PDT'),
    span('2025-11-02T09:00:00Z', -480, 'PST'),
    span('2026-03-08T10:00:00Z', -420, 'PDT'),
  ],
};
const [summer, winter] = ['2026-11-01T09:00:00Z', '2027-03-14T10:00:00Z'];
const older: SystemClock = { ...host, spans: [...host.spans, span(summer, -480, 'PST'), span(winter, -420, 'PDT')] };
const offsets = (clock: SystemClock) => {
  const times = new TimeText(clock.timezone, clock);
  return (ts: number): number => times.offsetMinutes(ts);
};

describe('where the clocks of a browser go otherwise than the host’s (SYS-16)', () => {
  test.each<[string, SystemClock, SystemClock, boolean]>([
    ['the same', host, host, false],
    ['an older browser, which goes back in autumn', host, older, true],
    ['a newer one, which does so no more', older, host, true],
    ['a change an hour later', host, moved(1, '2025-11-02T10:00:00Z'), true],
    ['a change an hour earlier', host, moved(1, '2025-11-02T08:00:00Z'), true],
    ['a change just before the end', { ...host, until: at(summer) + 1 }, older, true],
    ['a change beyond the end', { ...host, until: at(summer) }, older, false],
    ['another name for the same time', host, { ...host, spans: host.spans.map((each) => ({ ...each, zone: 'MST' })) }, false],
    ['a host that says nothing', { ...host, spans: [] }, older, false],
  ])('%s', (_, known, browser, differs) => {
    expect(clockDifference(known, offsets(browser)) !== null).toBe(differs);
  });

  test('is found at the first moment, or within two weeks of it', () => {
    const found = clockDifference(host, offsets(older)) ?? 0;
    expect(found - at(summer)).toBeGreaterThanOrEqual(0);
    expect(found - at(summer)).toBeLessThan(14 * 24 * 3_600_000);
  });

  function moved(index: number, from: string): SystemClock {
    return { ...host, spans: host.spans.map((each, place) => (place === index ? { ...each, from: at(from) } : each)) };
  }
});

describe('times are written and read by the host’s clock, whatever the browser knows (SYS-16)', () => {
  const [newTimes, oldTimes] = [new TimeText(host.timezone, host), new TimeText(host.timezone, older)];

  test.each([
    ['2026-10-31T18:55:00Z', '2026-10-31 11:55:00', 'PDT', '2026-10-31 11:55:00', 'PDT'],
    ['2026-11-25T18:55:00Z', '2026-11-25 11:55:00', 'PDT', '2026-11-25 10:55:00', 'PST'],
    ['2026-11-25T07:30:00Z', '2026-11-25 00:30:00', 'PDT', '2026-11-24 23:30:00', 'PST'],
  ])('%s', (instant, newStamp, newZone, oldStamp, oldZone) => {
    const ts = at(instant);
    for (const [times, stamp, zone] of [
      [newTimes, newStamp, newZone],
      [oldTimes, oldStamp, oldZone],
    ] as const) {
      expect([times.stamp(ts), times.clock(ts), times.zone(ts)]).toEqual([stamp, stamp.slice(11), zone]);
      expect(times.exact(ts + 125)).toBe(`${stamp.slice(11)}.125 ${zone}`);
      expect(dayText(ts, times).endsWith(`November ${Number(stamp.slice(8, 10))}, 2026`)).toBe(stamp.startsWith('2026-11'));
      expect(instantOf(stamp, times)).toBe(ts);
    }
  });

  test('the hour that is shown twice is read as the second, one that is left out as if nothing had changed', () => {
    expect(instantOf('2026-11-01 01:30:00', oldTimes)).toBe(at('2026-11-01T09:30:00Z'));
    expect(instantOf('2026-11-01 01:30:00', newTimes)).toBe(at('2026-11-01T08:30:00Z'));
    expect(instantOf('2027-03-14 02:30:00', oldTimes)).toBe(at('2027-03-14T10:30:00Z'));
    expect(instantOf('2027-03-14 02:30:00', newTimes)).toBe(at('2027-03-14T09:30:00Z'));
  });

  test.each(['2025-03-09T09:59:59Z', '2028-01-01T00:00:00Z', '1999-07-01T12:00:00Z'])(
    'beyond it the browser’s: %s',
    (instant) => {
      const other = { ...host, spans: host.spans.map((each) => ({ ...each, offset: 0, zone: 'X' })) };
      const [one, browser] = [new TimeText(host.timezone, other), new TimeText(host.timezone)];
      expect([one.stamp(at(instant)), one.zone(at(instant))]).toEqual([browser.stamp(at(instant)), browser.zone(at(instant))]);
    },
  );

  test('a clock of another timezone does not count: the system was given a new one', () => {
    expect(new TimeText('Asia/Tokyo', host).zone(at('2026-05-01T00:00:00Z'))).toBe('GMT+9');
  });
});
