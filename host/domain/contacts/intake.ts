import type { Pool } from 'pg';
import type { Contact } from '#model/entities/contact.ts';
import { windowMs } from '#model/live/live-settings.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { insertContacts } from '../../platform/store/contacts/contacts-store.ts';
import {
  insertSequencedContacts,
  type SequencedContact,
  type SequencedRefusal,
} from '../../platform/store/contacts/sequenced-contacts.ts';

/** The one way by which contacts of receivers come in, real and simulated alike (CON-12). */
export type Intake = {
  /**
   * Stores what is not stored yet, then tells the bus of those that are new and recent enough for a live screen (CON-12: 5
   * minutes). The caller has resolved the receivers and numbered equal contacts. `refused` are those of days that this host no longer
   * keeps. Rejects when the database does.
   */
  accept(systemId: string, contacts: readonly Contact[]): Promise<Accepted & { refused: Contact[] }>;
  /** The same for contacts that the sender with this key has counted: it tells them apart by their numbers. */
  acceptSequenced(
    systemId: string,
    keyId: number,
    contacts: readonly SequencedContact[],
  ): Promise<Accepted & { refused: SequencedRefusal[] }>;
};

type Accepted = { accepted: number; duplicates: number };

/** `now` in ms since the epoch. */
export function createIntake({ pool, bus, now = Date.now }: { pool: Pool; bus: Bus; now?: () => number }): Intake {
  function publish(systemId: string, accepted: readonly Contact[]): void {
    const oldest = now() - windowMs;
    const live = accepted.filter((contact) => contact.ts >= oldest);
    if (live.length > 0) bus.publish({ kind: 'contacts', mitasId: systemId, contacts: live });
  }
  return {
    async accept(systemId, contacts) {
      const { accepted, duplicates, refused } = await insertContacts(pool, systemId, contacts);
      publish(systemId, accepted);
      return { accepted: accepted.length, duplicates, refused };
    },
    async acceptSequenced(systemId, keyId, contacts) {
      const { accepted, duplicates, refused } = await insertSequencedContacts(pool, systemId, keyId, contacts);
      publish(systemId, accepted);
      return { accepted: accepted.length, duplicates, refused };
    },
  };
}
