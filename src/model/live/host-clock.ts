import type { Incoming } from '../contract/socket-messages.ts';

/**
 * If the difference between the clocks changes by less than this (ms), it is network jitter, not a clock
 * being set.
 */
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
 * Returns a heartbeat with its time moved on by `heldMs`, for which it was held back, as if it had been sent
 * that much later. Returns other messages unchanged.
 */
export function delayedHeartbeat(message: Incoming, heldMs: number): Incoming {
  if (message.type !== 'heartbeat' || heldMs === 0) return message;
  return { ...message, payload: { ...message.payload, ts: message.payload.ts + heldMs } };
}
