import type { Incoming } from '../contract/socket-messages.ts';

/** A smaller change of the difference is network jitter, not a clock being set; in ms. */
const jitterMs = 500;

/**
 * Returns how far the host's clock is ahead of this computer's, in ms. Added to the page's time, it shows
 * contacts in their right place even on a laptop whose clock is off: contacts carry the time of receivers and
 * host. `hostTime` arrived just now, at `pageTime` (both ms). Changes within the jitter keep the known
 * difference, so that the chart does not tremble.
 */
export function hostClockOffset(known: number | null, hostTime: number, pageTime: number): number {
  const seen = hostTime - pageTime;
  return known !== null && Math.abs(seen - known) < jitterMs ? known : seen;
}

/**
 * Returns a heartbeat that was held back for `heldMs` with its time moved on by as much, as if it arrived
 * now. Other messages are unchanged.
 */
export function delayedHeartbeat(message: Incoming, heldMs: number): Incoming {
  if (message.type !== 'heartbeat' || heldMs === 0) return message;
  return { ...message, payload: { ...message.payload, ts: message.payload.ts + heldMs } };
}
