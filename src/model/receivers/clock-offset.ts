import { relativeTime } from '../time/relative-time.ts';
import { durationText } from './status-strip.ts';
import { mostMissing, type ReceiverHistory } from './vitals-lines.ts';

/** From here on (ms) contacts would be taken for others: less is the way of what it sends, and rounding. */
const worthSaying = 60_000;

/**
 * 'Clock 2 h 3 min slow', of a receiver whose clock is so far (ms) from the host's, ahead of it where it is
 * positive, and how long ago it told, where that was not just now; null where it is right, or not
 * known (VIT-8).
 */
export function clockText(history: Pick<ReceiverHistory, 'clockOffsetMs' | 'clockTs' | 'pointMs' | 'to'> | null): string | null {
  if (history === null) return null;
  const { clockOffsetMs: off, clockTs: at, pointMs, to } = history;
  if (off === null || at === null || Math.abs(off) < worthSaying) return null;
  const text = `Clock ${durationText(Math.abs(off))} ${off < 0 ? 'slow' : 'fast'}`;
  return to - at > mostMissing * pointMs ? `${text}, reported ${relativeTime(at, to)}` : text;
}
