import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fastestReplay } from '../../../../host/domain/fleet/replay-settings.ts';
import { deadTimeMs, playedPauseMs, Timetable } from '../../../../host/drivers/replay/timetable.ts';

const start = Date.UTC(2026, 0, 1);

test('history runs as many times faster as was asked for (RPL-1)', () => {
  const timetable = new Timetable(10, start);
  expect([0, 1_000, 61_000].map((ts) => timetable.playedAt(ts))).toEqual([start, start + 100, start + 6_100]);
});

test('dead time is played as a short pause, and the next round begins after one (RPL-3)', () => {
  const timetable = new Timetable(2, start);
  const silence = deadTimeMs + 1;
  expect([0, silence, silence + 100, 0].map((ts) => timetable.playedAt(ts))).toEqual([
    start,
    start + playedPauseMs,
    start + playedPauseMs + 50,
    start + 2 * playedPauseMs + 50,
  ]);
});

test('the order stays, two seconds never fall on one moment, and nobody waits longer than dead time', () => {
  const gaps = fc.array(fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100_000 })), {
    minLength: 1,
    maxLength: 100,
  });
  fc.assert(
    fc.property(gaps, fc.double({ min: 0.1, max: fastestReplay, noNaN: true }), (secondsBetween, speed) => {
      const timetable = new Timetable(speed, start);
      let ts = 0;
      let before = timetable.playedAt(ts);
      for (const seconds of secondsBetween) {
        ts += seconds * 1_000;
        const played = timetable.playedAt(ts);
        expect(played === before).toBe(seconds === 0);
        expect(played).toBeGreaterThanOrEqual(before);
        expect(played - before).toBeLessThanOrEqual(Math.max(playedPauseMs, deadTimeMs / speed) + 1);
        before = played;
      }
    }),
  );
});
