import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countContacts, gaugeWindowMs, readGauge, startGauge, turnGauge } from '../../../src/model/live/gauge.ts';

const at = 1_790_000_000_000;

test('nothing is known before the first 5 s have passed', () => {
  const gauge = countContacts(startGauge(at), 7, at + 100);
  expect(readGauge(gauge, at + 4_999)).toEqual({ perMinute: null, needle: 0, text: '–' });
});

test.each([
  [0, 0, 0, '0'],
  [1, 12, 12, '12'],
  [83, 996, 996, '996'],
  [84, 1_008, 1_000, '1000+'],
  [50_000, 600_000, 1_000, '1000+'],
])('%i contacts in 5 s read as %i a minute', (contacts, perMinute, needle, text) => {
  const gauge = countContacts(startGauge(at), contacts, at + 2_000);
  expect(readGauge(gauge, at + gaugeWindowMs)).toEqual({ perMinute, needle, text });
});

test('a quiet window reads as 0', () => {
  const gauge = countContacts(startGauge(at), 9, at + 2_000);
  expect(readGauge(gauge, at + 9_999).text).toBe('108');
  expect(readGauge(gauge, at + 10_000).text).toBe('0');
});

test('reads as a plain recount of the last finished window', () => {
  const arrivals = fc.array(fc.tuple(fc.nat(3_000), fc.nat(20)), { maxLength: 40 });
  fc.assert(
    fc.property(arrivals, fc.nat(9_000), (steps, wait) => {
      let now = at;
      let gauge = startGauge(at);
      const seen: { now: number; contacts: number }[] = [];
      for (const [ms, contacts] of steps) {
        now += ms;
        gauge = countContacts(gauge, contacts, now);
        seen.push({ now, contacts });
      }
      now += wait;
      const windows = Math.floor((now - at) / gaugeWindowMs);
      const inLast = seen.filter((arrival) => Math.floor((arrival.now - at) / gaugeWindowMs) === windows - 1);
      const expected = windows < 1 ? null : inLast.reduce((sum, arrival) => sum + arrival.contacts, 0) * 12;
      expect(readGauge(gauge, now).perMinute).toBe(expected);
    }),
  );
});

test('turning before the window is over keeps the same value', () => {
  const gauge = startGauge(at);
  expect(turnGauge(gauge, at + 4_999)).toBe(gauge);
});
