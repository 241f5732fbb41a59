import type { Contact } from '#model/entities/contact.ts';

/**
 * `present` are, of the receivers asked for, those that are there; null for none. `floors` are up to
 * where the contacts of each system were deleted; null where none were.
 */
export type Stored = { accepted: number; present: number[] | null; floors: (Date | null)[] };

/** The receivers of contacts, each once. */
export function listenersOf(contacts: readonly Contact[]): number[] {
  return [...new Set(contacts.map(({ rxId }) => rxId))];
}

/** The places of contacts whose receivers no longer exist. */
export function placesOfGone(contacts: readonly Contact[], rxIds: readonly number[], { present }: Stored): number[] {
  if (rxIds.length === (present?.length ?? 0)) return [];
  const there = new Set(present);
  return contacts.flatMap(({ rxId }, place) => (there.has(rxId) ? [] : [place]));
}

/**
 * The places of contacts that their system no longer keeps, but for those whose receivers are gone; `of` are
 * the places of their systems, the first of all where it is left out.
 */
export function placesOfDeleted(
  contacts: readonly Contact[],
  gone: readonly number[],
  { floors }: Stored,
  of?: readonly number[],
): number[] {
  if (floors.every((floor) => floor === null)) return [];
  const others = new Set(gone);
  return contacts.flatMap(({ ts }, place) =>
    ts < (floors[of?.[place] ?? 0]?.getTime() ?? -Infinity) && !others.has(place) ? [place] : [],
  );
}
