import { describe, expect, test } from 'vitest';
import { heardText, uploadsEvery } from '#model/receivers/upload-rhythm.ts';
import { receiver } from '../../support/fleet-samples.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Returns visits of 20 minutes, each `at` hours after the first midnight. */
const visits = (...hours: number[]) =>
  hours.flatMap((at) => [
    { state: 4, ts: at * hour },
    { state: 0, ts: at * hour + 20 * 60_000 },
  ]);

describe('how far apart a receiver uploads (RX-44)', () => {
  test.each([
    ['every night, not to the minute', visits(2, 26.5, 49.8, 74, 98.2), 24.2 * hour],
    ['a night that was missed among others', visits(2, 26, 50, 98, 122, 146), day],
    ['every six hours', visits(0, 6, 12, 18, 24), 6 * hour],
    ['once a week', visits(0, 168, 336, 504), 7 * day],
    [
      'by its latest visits, whatever it did before',
      [...visits(0, 1, 3), ...visits(100, 124, 148, 172, 196, 220, 244, 268)],
      day,
    ],
    [
      'of visits that begin by answering',
      visits(2, 26, 50, 74).flatMap((at) => [{ ...at, state: at.state === 4 ? 2 : 0 }, at]),
      day,
    ],
  ])('%s', (_, states, expected) => expect(Math.abs((uploadsEvery(states) ?? 0) - expected)).toBeLessThan(0.05 * expected));

  test.each([
    ['none of one that never came', []],
    ['of three visits alone', visits(2, 26, 50)],
    ['of a bad link', visits(0, 0.5, 1, 1.5, 2)],
    ['of one that comes at any time', visits(0, 5, 30, 41, 90)],
    ['of one whose last visit was long', [...visits(2, 26, 50, 74), { state: 4, ts: 98 * hour }, { state: 0, ts: 110 * hour }]],
    ['of one that is online since', [{ state: 4, ts: 0 }]],
  ])('%s it is not known', (_, states) => expect(uploadsEvery(states)).toBeNull());
});

describe('what is said beside the state (RX-43, RX-44)', () => {
  const now = 100 * day;
  const offline = (but: object) => receiver({ status: 0, heardTime: now - 9 * hour, ...but });
  test.each([
    ['when it was heard', offline({}), 3, 'heard 9 h ago'],
    ['nightly', offline({ uploadsEveryMs: 24.4 * hour }), 3, 'heard 9 h ago, uploads nightly'],
    ['by day', offline({ uploadsEveryMs: day }), 12, 'heard 9 h ago, uploads daily'],
    ['more often', offline({ uploadsEveryMs: 6.2 * hour, heardTime: now - 8 * hour }), 3, 'heard 8 h ago, uploads every 6 h'],
    ['seldom', offline({ uploadsEveryMs: 7 * day }), 3, 'heard 9 h ago, uploads every 7 days'],
    ['too late', offline({ uploadsEveryMs: day, heardTime: now - 37 * hour }), 3, 'heard 1 day ago, uploads nightly, overdue'],
    ['nothing of one that is online', offline({ status: 4 }), 3, ''],
    ['nothing of one that is switched off', offline({ enabled: false }), 3, ''],
    ['nothing of one that was never heard', offline({ heardTime: null }), 3, ''],
  ])('%s', (_, rx, at, expected) => expect(heardText(rx, now, () => at)).toBe(expected));
});
