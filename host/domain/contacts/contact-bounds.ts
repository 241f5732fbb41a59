import { earliestTs, maxAheadMs } from '#model/entities/contact.ts';

/** Why a contact's time (ms) is refused, or null. `now` and optional bounds (`from` ≤ ts < `to`) in ms. */
export function timeFault(ts: number, now: number, from = -Infinity, to = Infinity): string | null {
  if (ts < earliestTs) return 'the time lies before the year 2000';
  if (ts > now + maxAheadMs) return 'the time lies in the future';
  return ts < from || ts >= to ? 'the time lies outside --from and --to' : null;
}
