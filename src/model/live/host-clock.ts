import type { Incoming } from '../contract/socket-messages.ts';

/** A difference that changes by less is the line's jitter, not a clock being set, in ms. */
const jitterMs = 500;

/**
 * How far the host's clock is ahead of this computer's, in ms: what is added to the page's time so that
 * contacts, which carry the time of receivers and host, are shown where they belong on a laptop whose clock
 * is off. `hostTime` came just now, at `pageTime` (both ms). A known difference stands while it changes by
 * jitter alone, so that the chart does not tremble.
 */
export function hostClockOffset(known: number | null, hostTime: number, pageTime: number): number {
  const seen = hostTime - pageTime;
  return known !== null && Math.abs(seen - known) < jitterMs ? known : seen;
}

/**
 * A beat that came `heldMs` ago as it would be if it came now: the host's clock has gone on since. Other
 * messages are as they were.
 */
export function beatNow(message: Incoming, heldMs: number): Incoming {
  if (message.type !== 'heartbeat' || heldMs === 0) return message;
  return { ...message, payload: { ...message.payload, ts: message.payload.ts + heldMs } };
}
