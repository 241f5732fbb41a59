import { expiredText, hasExpired } from '../entities/expiry.ts';
import type { HostConfig } from '../entities/system.ts';

/** The initial values of the dialog for a new receiver (CFG-4). */
export const newReceiverName = 'New Receiver';
export const newReceiverPort = 20_001;

/**
 * Returns why a system cannot have `wanted` more receivers (RX-33); null if it can, as far as the page knows.
 * `count` is how many exist. `now` in ms since the epoch, 0 if unknown.
 */
export function refusalOfMore(
  config: Pick<HostConfig, 'maxReceivers' | 'expiry'> | null,
  count: number,
  wanted: number,
  now: number,
): string | null {
  if (config === null) return null;
  const { maxReceivers, expiry } = config;
  if (hasExpired(expiry, now)) return expiredText;
  if (count + wanted <= maxReceivers) return null;
  const room = Math.max(0, maxReceivers - count);
  return room === 0 || wanted === 1
    ? `This system can have at most ${maxReceivers} receivers.`
    : `This system can have at most ${maxReceivers} receivers. There is room for ${room} more.`;
}
