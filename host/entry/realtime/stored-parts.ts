import type { Contact } from '#model/entities/contact.ts';
import { maxContactsPerFrame } from '#model/contract/socket-messages.ts';
import { timeLimits } from '#model/live/live-settings.ts';

/**
 * A part of the contacts that fill a gap, oldest first. This part and those sent before it contain everything
 * stored since `since` (ms). In the last part `since` is undefined, because the end of the answer says how
 * far it reaches.
 */
export type StoredPart = { contacts: readonly Contact[]; since: number | undefined };

/** How far back (ms) the first part reaches: the time that a console shows by default, plus 5 s for delay. */
const firstMs = timeLimits[0].ms + 5_000;

/**
 * Splits contacts (oldest first, read at `now`, in ms) into the parts to send, newest first. So even on a
 * slow line, the visible contacts arrive first. If needed, further parts reach back twice as far each time.
 * No part exceeds a frame.
 */
export function newestFirst(contacts: readonly Contact[], now: number): StoredPart[] {
  const parts: StoredPart[] = [];
  let reach = firstMs;
  for (let end = contacts.length; end > 0;) {
    const newest = contacts[end - 1]!.ts;
    while (newest < now - reach) reach *= 2;
    let start = Math.max(0, end - maxContactsPerFrame);
    while (contacts[start]!.ts < now - reach) start++;
    const before = contacts[start - 1];
    parts.push({ contacts: contacts.slice(start, end), since: before && before.ts + 1 });
    end = start;
  }
  return parts;
}
