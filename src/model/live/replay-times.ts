import { keptMs } from './contact-window.ts';
import type { TimeText } from '../time/time-text.ts';

/** A point of a replay: what was recorded at `recorded` was played at `played`; both in ms since 1970. */
export type ReplayPoint = { readonly played: number; readonly recorded: number };

/**
 * Adds a point to those of a replay, in the order in which they were played. Removes points that are too old
 * for the window, unless a paused view holds their time. Also removes points played no earlier than the new
 * one, because another host that takes over may play a moment again.
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

/** Returns when the moment shown at `edge` (ms since 1970) was recorded; null if that is unknown. */
export function recordedAt(points: readonly ReplayPoint[], edge: number): number | null {
  return points.findLast(({ played }) => played <= edge)?.recorded ?? null;
}

/** Returns text such as 'Replay of 2018-10-02 12:31:02 MDT'. */
export function replayText(recorded: number, times: TimeText): string {
  return `Replay of ${times.stamp(recorded)} ${times.zone(recorded)}`;
}
