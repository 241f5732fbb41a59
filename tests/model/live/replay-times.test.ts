import { expect, test } from 'vitest';
import { TimeText } from '#model/time/time-text.ts';
import { keptMs } from '#model/live/contact-window.ts';
import { pointsWith, recordedAt, type ReplayPoint, replayText } from '#model/live/replay-times.ts';

const played = 1_790_000_000_000;
const recorded = Date.UTC(2018, 9, 2, 18, 31, 2);
const point = (after: number, of: number): ReplayPoint => ({ played: played + after, recorded: recorded + of });
const known = [point(0, 0), point(1_000, 30_000), point(2_000, 600_000)];

test.each([
  ['before the first', -1, null],
  ['at the first', 0, 0],
  ['between two, the earlier one', 1_999, 30_000],
  ['at the last', 2_000, 600_000],
  ['after the last', 9_000, 600_000],
])('what is shown %s was recorded then (LIVE-33)', (_, after, of) => {
  expect(recordedAt(known, played + after)).toBe(of === null ? null : recorded + of);
});

test('points are kept as long as contacts are, and in the order in which they were played', () => {
  expect(pointsWith(known, point(3_000, 630_000))).toEqual([...known, point(3_000, 630_000)]);
  const again = point(1_500, 45_000);
  expect(pointsWith(known, again), 'another host plays on from there').toEqual([...known.slice(0, 2), again]);
  const late = point(1_000 + keptMs, 700_000);
  expect(pointsWith(known, late)).toEqual([...known.slice(1), late]);
});

test('what a view holds keeps its points, however long it is paused (LIVE-33)', () => {
  const late = point(900_000, 9_000_000);
  const isHeld = (ts: number) => ts >= played && ts <= played + 1_500;
  expect(pointsWith(known, late, isHeld)).toEqual([...known.slice(0, 2), late]);
});

test('the time is that of the system, with its date and zone', () => {
  expect(replayText(recorded, new TimeText('America/Boise'))).toBe('Replay of 2018-10-02 12:31:02 MDT');
});
