import { keptMs } from './contact-window.ts';
import type { TimeText } from '../time/time-text.ts';

/** What was recorded at `recorded` was played at `played`; both in ms since the epoch. */
export type ReplayPoint = { readonly played: number; readonly recorded: number };

/**
 * The points of a replay in the order in which they were played, with one more, and without those that the
 * window holds no more: neither as young enough nor for a paused view. Where another host plays on, it may
 * play a moment again.
 */
export function pointsWith(
  points: readonly ReplayPoint[],
  next: ReplayPoint,
  isHeld: (ts: number) => boolean = () => false,
): readonly ReplayPoint[] {
  const isKept = ({ played }: ReplayPoint) => played >= next.played - keptMs || isHeld(played);
  const kept = points.filter((point) => point.played < next.played && isKept(point));
  return [...kept, next];
}

/** When what is shown at `edge` (ms since the epoch) was recorded; null where that is not known. */
export function recordedAt(points: readonly ReplayPoint[], edge: number): number | null {
  return points.findLast(({ played }) => played <= edge)?.recorded ?? null;
}

/** 'Replay of 2018-10-02 12:31:02 MDT' */
export function replayText(recorded: number, times: TimeText): string {
  return `Replay of ${times.stamp(recorded)} ${times.zone(recorded)}`;
}
