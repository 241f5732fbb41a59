import type { Contact } from '#model/entities/contact.ts';
import { maxContactsPerFrame } from '#model/contract/socket-messages.ts';
import { timeLimits } from '#model/live/live-settings.ts';

/**
 * A part of what fills a gap, oldest first. All that is stored since `since` (ms) is in it and in those
 * before it; undefined in the last: there the end of the answer tells.
 */
export type StoredPart = { contacts: readonly Contact[]; since: number | undefined };

/** The first part reaches back so far, in ms: what a console shows by default, and as it runs behind. */
const firstMs = timeLimits[0].ms + 5_000;

/**
 * The parts in which contacts (oldest first, read at `now`, in ms) are sent, the newest first: what is shown
 * is there at once on a slow line, and each further part reaches back twice as far. None is larger than a
 * frame may be.
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
