import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  countContacts,
  fillGauge,
  gaugeWindowMs,
  hearHost,
  readGauge,
  startGauge,
  turnGauge,
  type Gauge,
} from '#model/live/gauge.ts';

const at = 1_790_000_000_000;

/** The gauge of a host that beats every 2 s from `from` (excluded) to `to`, and whose receivers are quiet. */
function beating(gauge: Gauge, from: number, to: number): Gauge {
  let beaten = gauge;
  for (let now = from + 2_000; now <= to; now += 2_000) beaten = hearHost(beaten, now);
  return beaten;
}

test('nothing is known before the first 5 s have passed (LIVE-11)', () => {
  const gauge = countContacts(startGauge(at), 7, at + 100);
  expect(readGauge(gauge, at + 4_999)).toEqual({ perMinute: null, needle: 0, text: '–' });
});

test.each([
  [0, 0, 0, '0'],
  [1, 12, 12, '12'],
  [83, 996, 996, '996'],
  [84, 1_008, 1_000, '1000+'],
  [50_000, 600_000, 1_000, '1000+'],
])('%i contacts in 5 s read as %i a minute (LIVE-11)', (contacts, perMinute, needle, text) => {
  const gauge = beating(countContacts(hearHost(startGauge(at), at), contacts, at + 1_000), at + 1_000, at + 4_000);
  expect(readGauge(gauge, at + gaugeWindowMs)).toEqual({ perMinute, needle, text });
});

test('a quiet window reads as 0', () => {
  const gauge = beating(countContacts(startGauge(at), 9, at), at, at + 8_000);
  expect(readGauge(gauge, at + 9_999).text).toBe('108');
  expect(readGauge(gauge, at + 10_000).text).toBe('0');
});

test('the first window begins with the first word: before it nobody listened', () => {
  const gauge = beating(countContacts(startGauge(at), 10, at + 4_000), at + 4_000, at + 8_000);
  expect(readGauge(gauge, at + 8_999).text).toBe('–');
  expect(readGauge(gauge, at + 9_000).text).toBe('120');
});

test('a window without any word of the host is not one without contacts', () => {
  const heard = beating(countContacts(startGauge(at), 9, at), at, at + 4_000);
  expect(readGauge(heard, at + 5_000).text).toBe('108');
  expect(readGauge(heard, at + 7_001).text).toBe('108');
  expect(readGauge(heard, at + 10_000).text).toBe('–');
  expect(readGauge(heard, at + 60_000).text).toBe('–');
});

test('neither is the end of one, nor the one in which the host speaks again and all comes at once', () => {
  const silent = beating(countContacts(startGauge(at), 9, at), at, at + 6_000);
  const back = countContacts(silent, 800, at + 17_000);
  expect(readGauge(turnGauge(silent, at + 10_000), at + 10_000).text).toBe('–');
  expect(readGauge(beating(back, at + 17_000, at + 19_000), at + 20_000).text).toBe('–');
  expect(readGauge(beating(back, at + 17_000, at + 24_000), at + 25_000).text).toBe('0');
});

test('reads as a plain recount of the last finished window', () => {
  const arrivals = fc.array(fc.tuple(fc.nat(3_000), fc.nat(20)), { maxLength: 40 });
  fc.assert(
    fc.property(arrivals, fc.nat(9_000), (steps, wait) => {
      let now = at;
      let gauge = hearHost(startGauge(at), at);
      let heardAt = at;
      const seen: { now: number; contacts: number }[] = [];
      for (const [ms, contacts] of steps) {
        now += ms;
        gauge = countContacts(gauge, contacts, now);
        seen.push({ now, contacts });
        heardAt = now;
      }
      now += wait;
      const windows = Math.floor((now - at) / gaugeWindowMs);
      const inLast = seen.filter((arrival) => Math.floor((arrival.now - at) / gaugeWindowMs) === windows - 1);
      const counted = inLast.reduce((sum, arrival) => sum + arrival.contacts, 0) * 12;
      const end = at + windows * gaugeWindowMs;
      const isHeard = end - heardAt <= 3_000;
      expect(readGauge(gauge, now).perMinute).toBe(windows < 1 || !isHeard ? null : counted);
    }),
  );
});

test('turning before the window is over keeps the same value', () => {
  const gauge = startGauge(at);
  expect(turnGauge(gauge, at + 4_999)).toBe(gauge);
});

test('is filled by what is stored until it has counted itself, and not while the host is silent (LIVE-11)', () => {
  const started = hearHost(startGauge(at), at);
  const filled = fillGauge(started, 43);
  expect(readGauge(filled, at + 1_000).text).toBe('43');
  expect(fillGauge(beating(started, at, at + 6_000), 43).counted).toBe(0);
  expect(readGauge(beating(countContacts(filled, 2, at + 100), at + 1_000, at + 5_000), at + gaugeWindowMs).text).toBe('24');
  // The answer may come before the host's first word on the line.
  const early = fillGauge(startGauge(at), 43);
  expect(readGauge(early, at + 1_000).text).toBe('43');
  expect(readGauge(hearHost(early, at + 2_000), at + 3_000).text).toBe('43');
  expect(readGauge(early, at + gaugeWindowMs).text).toBe('–');
  const silent = turnGauge(started, at + 2 * gaugeWindowMs);
  expect(readGauge(fillGauge(silent, 43), at + 2 * gaugeWindowMs).text).toBe('–');
});
