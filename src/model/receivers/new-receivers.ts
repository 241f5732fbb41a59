import { expiredText, hasExpired } from '../entities/expiry.ts';
import type { HostConfig } from '../entities/system.ts';

/** What the dialog of a new receiver begins with (CFG-4). */
export const newReceiverName = 'New Receiver';
export const newReceiverPort = 20_001;

/**
 * Why a system takes no `wanted` receivers more (RX-33), null where it does, as far as is known here; `count`
 * are there already. `now` in ms since the epoch, 0 where the time is not known.
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
