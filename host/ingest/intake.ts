import type { Pool } from 'pg';
import type { Contact } from '../../src/model/entities/contact.ts';
import { windowMs } from '../../src/model/live/live-settings.ts';
import type { Bus } from '../realtime/bus.ts';
import { insertContacts } from '../store/contacts-store.ts';

/** The one way by which contacts of receivers come in, real and simulated alike (design §6). */
export type Intake = {
  /**
   * Stores what is not stored yet, then tells the bus of those that are new and recent enough for a live screen (spec §9: 5
   * minutes). The caller has resolved the receivers and numbered equal contacts. `refused` are those of days that this host no longer
   * keeps. Rejects when the database does.
   */
  accept(systemId: string, contacts: readonly Contact[]): Promise<{ accepted: number; duplicates: number; refused: Contact[] }>;
};

/** `now` in ms since the epoch. */
export function createIntake({ pool, bus, now = Date.now }: { pool: Pool; bus: Bus; now?: () => number }): Intake {
  return {
    async accept(systemId, contacts) {
      const { accepted, duplicates, refused } = await insertContacts(pool, systemId, contacts);
      const oldest = now() - windowMs;
      const live = accepted.filter((contact) => contact.ts >= oldest);
      if (live.length > 0) bus.publish({ kind: 'contacts', mitasId: systemId, contacts: live });
      return { accepted: accepted.length, duplicates, refused };
    },
  };
}
