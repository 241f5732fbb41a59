import { earliestTs, maxAheadMs } from '#model/entities/contact.ts';

/**
 * Returns why a contact's time (ms) is refused, or null. `now` and the optional bounds (`from` ≤ ts < `to`)
 * are in ms.
 */
export function timeFault(ts: number, now: number, from = -Infinity, to = Infinity): string | null {
  if (ts < earliestTs) return 'the time is before the year 2000';
  if (ts > now + maxAheadMs) return 'the time is in the future';
  return ts < from || ts >= to ? 'the time is outside --from and --to' : null;
}
