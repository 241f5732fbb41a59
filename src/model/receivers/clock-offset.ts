import { relativeTime } from '../time/relative-time.ts';
import { durationText } from './status-strip.ts';
import { mostMissing, type ReceiverHistory } from './vitals-lines.ts';

/** The smallest offset (ms) worth reporting: transmission and rounding explain smaller ones. */
const minReportedMs = 60_000;

/**
 * Returns text such as 'Clock 2 h 3 min slow', with the report's age if it is not current; null if the offset
 * is unknown or below a minute (VIT-8). A positive `clockOffsetMs` means that the receiver's clock is ahead
 * of the host's.
 */
export function clockText(history: Pick<ReceiverHistory, 'clockOffsetMs' | 'clockTs' | 'pointMs' | 'to'> | null): string | null {
  if (history === null) return null;
  const { clockOffsetMs: off, clockTs: at, pointMs, to } = history;
  if (off === null || at === null || Math.abs(off) < minReportedMs) return null;
  const text = `Clock ${durationText(Math.abs(off))} ${off < 0 ? 'slow' : 'fast'}`;
  return to - at > mostMissing * pointMs ? `${text}, reported ${relativeTime(at, to)}` : text;
}
