import { keptMs } from './contact-window.ts';
import type { TimeText } from './contact-text.ts';

/** What was recorded at `recorded` was played at `played`; both in ms since the epoch. */
export type ReplayPoint = { readonly played: number; readonly recorded: number };

/**
 * The points of a replay in the order in which they were played, with one more, and without those that the
 * window holds no more. Where another host plays on, it may play a moment again.
 */
export function pointsWith(points: readonly ReplayPoint[], next: ReplayPoint): readonly ReplayPoint[] {
  const kept = points.filter(({ played }) => played < next.played && played >= next.played - keptMs);
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
