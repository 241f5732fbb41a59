import fc from 'fast-check';
import type { Contact } from '#model/entities/contact.ts';

/** Returns an ordinary contact with the given changes. */
export function sampleContact(change: Partial<Contact> = {}): Contact {
  return { rxId: 1, ant: 1, freq: 150.1, code: 25, type: 8, power: -84.5, ts: Date.UTC(2026, 4, 3, 12), ...change };
}

/** Few values per field, so that equal contacts, equal hours and neighbouring days are all common. */
export const contactArbitrary: fc.Arbitrary<Contact> = fc.record(
  {
    rxId: fc.integer({ min: 1, max: 3 }),
    ant: fc.integer({ min: 1, max: 2 }),
    freq: fc.constantFrom(148.005, 150.1, 166.38),
    code: fc.constantFrom(25, 995),
    type: fc.constantFrom(8, 4),
    power: fc.constantFrom(-130, -84.5, -50.25),
    ts: fc.constantFrom(
      Date.UTC(2026, 4, 3, 12),
      Date.UTC(2026, 4, 3, 12, 59, 59, 999),
      Date.UTC(2026, 4, 3, 23, 59, 59, 999),
      Date.UTC(2026, 4, 4),
    ),
    n: fc.constantFrom(1, 2),
  },
  { requiredKeys: ['rxId', 'ant', 'freq', 'code', 'type', 'power', 'ts'] },
);

/** Returns what identifies a contact (CON-3). */
export function identityOf({ rxId, ant, ts, freq, code, power, n }: Contact): string {
  return [rxId, ant, ts, freq, code, power, n ?? 0].join('|');
}

/** Returns the first contact of each identity, in order. */
export function distinctContacts(contacts: readonly Contact[]): Contact[] {
  const seen = new Set<string>();
  return contacts.filter((contact) => {
    const identity = identityOf(contact);
    return !seen.has(identity) && seen.add(identity);
  });
}
