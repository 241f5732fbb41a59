import { maxAheadMs } from '#model/entities/contact.ts';

/** No receiver of the field's kind wrote before this; clocks that were never set say 1970. */
export const earliestTs = Date.UTC(2000, 0, 1);

/** Why a contact's time (ms) is refused, or null. `now` and optional bounds (`from` ≤ ts < `to`) in ms. */
export function timeFault(ts: number, now: number, from = -Infinity, to = Infinity): string | null {
  if (ts < earliestTs) return 'the time lies before the year 2000';
  if (ts > now + maxAheadMs) return 'the time lies in the future';
  return ts < from || ts >= to ? 'the time lies outside --from and --to' : null;
}
