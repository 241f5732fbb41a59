import type { Contact } from '#model/entities/contact.ts';

/**
 * What a statement returns. `present`: those of the given receivers that exist; null if none do. `floors`:
 * for each system, the time before which its contacts were deleted, or null.
 */
export type Stored = { accepted: number; present: number[] | null; floors: (Date | null)[] };

/** Returns the receivers of contacts, each once. */
export function listenersOf(contacts: readonly Contact[]): number[] {
  return [...new Set(contacts.map(({ rxId }) => rxId))];
}

/** Returns the indexes of contacts whose receivers no longer exist. */
export function placesOfGone(contacts: readonly Contact[], rxIds: readonly number[], { present }: Stored): number[] {
  if (rxIds.length === (present?.length ?? 0)) return [];
  const there = new Set(present);
  return contacts.flatMap(({ rxId }, place) => (there.has(rxId) ? [] : [place]));
}

/**
 * Returns the indexes of contacts that their system no longer keeps, without those in `gone`. `of` holds the
 * index of each contact's system in `floors`; by default the first.
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
