import type { Contact } from '#model/entities/contact.ts';

/**
 * `present` are, of the receivers asked for, those that are there; null for none. `floor` is up to where the
 * system's contacts were deleted; null where none were.
 */
export type Stored = { accepted: number; present: number[] | null; floor: Date | null };

/** The receivers of contacts, each once. */
export function listenersOf(contacts: readonly Contact[]): number[] {
  return [...new Set(contacts.map(({ rxId }) => rxId))];
}

/** The places of contacts whose receivers are not there any more. */
export function placesOfGone(contacts: readonly Contact[], rxIds: readonly number[], { present }: Stored): number[] {
  if (rxIds.length === (present?.length ?? 0)) return [];
  const there = new Set(present);
  return contacts.flatMap(({ rxId }, place) => (there.has(rxId) ? [] : [place]));
}

/** The places of contacts that their system no longer keeps, but for those whose receivers are gone. */
export function placesOfDeleted(contacts: readonly Contact[], gone: readonly number[], { floor }: Stored): number[] {
  if (floor === null) return [];
  const others = new Set(gone);
  return contacts.flatMap(({ ts }, place) => (ts < floor.getTime() && !others.has(place) ? [place] : []));
}
