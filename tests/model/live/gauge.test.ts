import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ContactWindow } from '#model/live/contact-window.ts';
import {
  contactsHeard,
  fillGauge,
  gaugeWindowMs,
  hearHost,
  readGauge,
  startGauge,
  turnGauge,
  type Gauge,
} from '#model/live/gauge.ts';
import { freshContacts } from '../../support/live-contacts.ts';

const at = 1_790_000_000_000;
/**
 * The first window begins 3 s after the first message: the host was heard throughout the seconds it counts.
 */
const begun = at + 3_000;
const none = () => 0;

/** Sends a heartbeat every 2 s from `from` (excluded) to `to`, with `contacts` in each 5 s. */
function beating(gauge: Gauge, from: number, to: number, contacts = 0): Gauge {
  let beaten = gauge;
  for (let now = from + 2_000; now <= to; now += 2_000) beaten = hearHost(beaten, now, () => contacts);
  return beaten;
}

const heard = (contacts = 0, to = begun + gaugeWindowMs) => beating(hearHost(startGauge(at), at, none), at, to, contacts);
const turned = (gauge: Gauge, now: number, contacts = 0) => readGauge(turnGauge(gauge, now, () => contacts)).text;

test('nothing is known before the first 5 s have passed (LIVE-11)', () => {
  const gauge = heard(7, begun + 4_000);
  expect(readGauge(gauge)).toEqual({ perMinute: null, needle: 0, text: '–', missed: false });
  expect(turned(gauge, begun + 4_999, 7)).toBe('–');
});

test.each([
  [0, 0, 0, '0'],
  [1, 12, 12, '12'],
  [83, 996, 996, '996'],
  [84, 1_008, 1_000, '1000+'],
  [50_000, 600_000, 1_000, '1000+'],
])('%i contacts in 5 s read as %i a minute (LIVE-11)', (contacts, perMinute, needle, text) => {
  const gauge = turnGauge(heard(contacts, begun + 4_000), begun + gaugeWindowMs, () => contacts);
  expect(readGauge(gauge)).toEqual({ perMinute, needle, text, missed: false });
});

test('the first window begins with the first word: before it nobody listened', () => {
  const gauge = beating(hearHost(startGauge(at), at + 4_000, none), at + 4_000, at + 10_000, 10);
  expect(turned(gauge, at + 11_999, 10)).toBe('–');
  expect(turned(gauge, at + 12_000, 10)).toBe('120');
});

test('a window without any word of the host is not one without contacts', () => {
  const gauge = heard(9, begun + 5_000);
  expect(readGauge(gauge).text).toBe('108');
  expect(readGauge(turnGauge(gauge, begun + 10_000, none))).toMatchObject({ text: '–', missed: true });
  expect(turned(gauge, begun + 60_000)).toBe('–');
});

test('neither is the one in which the host speaks again', () => {
  const silent = heard(9, begun + 6_000);
  const back = hearHost(silent, begun + 17_000, none);
  expect(turned(silent, begun + 10_000)).toBe('–');
  expect(turned(beating(back, begun + 17_000, begun + 19_000), begun + 20_000)).toBe('–');
  expect(turned(beating(back, begun + 17_000, begun + 24_000), begun + 25_000)).toBe('0');
});

test('contacts count at their own times, whenever they come (LIVE-12)', () => {
  const window = new ContactWindow();
  const end = at + 20_000;
  const take = (ago: number, count: number) => window.append(freshContacts(count, end - ago), end);
  take(300_000, 500);
  take(7_001, 40);
  expect(contactsHeard(window, end), 'what was caught up is of the past').toBe(0);
  take(6_900, 3);
  take(2_100, 2);
  expect(contactsHeard(window, end)).toBe(5);
  take(1_900, 1);
  expect(contactsHeard(window, end), 'what is too new is of the next 5 s').toBe(5);
  expect(contactsHeard(window, end + gaugeWindowMs)).toBe(1);
});

test('each second counts in one window, however late the clock is read', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_500), { minLength: 20, maxLength: 60 }), (steps) => {
      const ends: number[] = [];
      const count = (end: number) => ends.push(end);
      let now = at;
      let gauge = hearHost(startGauge(at), now, count);
      for (const ms of steps) {
        now += ms;
        gauge = hearHost(gauge, now, count);
      }
      expect(ends).toEqual(ends.map((_, index) => begun + (index + 1) * gaugeWindowMs));
      expect(ends).toHaveLength(Math.max(0, Math.floor((now - begun) / gaugeWindowMs)));
    }),
  );
});

test('turning before the window is over keeps the same value', () => {
  const gauge = startGauge(at);
  expect(turnGauge(gauge, at + 4_999, none)).toBe(gauge);
});

test.each([
  [0, '0'],
  [5, '0'],
  [6, '12'],
  [177, '180'],
  [996, '996'],
  [1_003, '1000+'],
])('%i contacts of the past minute fill it as %s, a count of 5 s times 12 (LIVE-11)', (perMinute, text) => {
  expect(readGauge(fillGauge(startGauge(at), perMinute)).text).toBe(text);
});

test('is filled by what is stored until it has counted itself, and not while the host is silent (LIVE-11)', () => {
  const started = hearHost(startGauge(at), at, none);
  const filled = fillGauge(started, 43);
  expect(readGauge(filled).text).toBe('48');
  expect(fillGauge(heard(0, begun + 6_000), 43).counted).toBe(0);
  expect(readGauge(beating(filled, at, begun + 5_000, 2)).text).toBe('24');
  // The stored count may arrive before the host's first message on the line.
  const early = fillGauge(startGauge(at), 43);
  expect(readGauge(early).text).toBe('48');
  expect(readGauge(hearHost(early, at + 2_000, none)).text).toBe('48');
  expect(turned(early, at + gaugeWindowMs)).toBe('–');
  const silent = turnGauge(started, begun + 2 * gaugeWindowMs, none);
  expect(readGauge(fillGauge(silent, 43)).text).toBe('–');
});
