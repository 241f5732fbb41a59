import { durationText } from './status-strip.ts';

/** From here on (ms) contacts would be taken for others: less is the way of what it sends, and rounding. */
const worthSaying = 60_000;

/**
 * 'Clock 2 h 3 min slow', of a receiver whose clock is so far (ms) from the host's, ahead of it where it is
 * positive; null where it is right, or not known (VIT-8).
 */
export function clockText(offsetMs: number | null): string | null {
  if (offsetMs === null || Math.abs(offsetMs) < worthSaying) return null;
  return `Clock ${durationText(Math.abs(offsetMs))} ${offsetMs < 0 ? 'slow' : 'fast'}`;
}
