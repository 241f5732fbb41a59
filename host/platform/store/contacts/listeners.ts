import type { Contact } from '#model/entities/contact.ts';

/** Of those asked for, the receivers that are there; null for none. */
export type Stored = { accepted: number; present: number[] | null };

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
