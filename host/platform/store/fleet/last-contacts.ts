import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** The time of a receiver's newest contact, in ms since 1970. */
export type LastContact = { rxId: number; ts: number };

/**
 * Stores the times of receivers' newest contacts, unless a newer one is stored. Skips receivers that no
 * longer exist. Returns what is stored now.
 */
export async function noteLastContacts({ db }: Db, newest: readonly LastContact[]): Promise<LastContact[]> {
  const rxIds = newest.map(({ rxId }) => rxId);
  const times = newest.map(({ ts }) => new Date(ts).toISOString());
  // Lock in the order of ids, in which writers of contacts lock receivers, too.
  const { rows } = await sql<{ rx_id: number; contact_at: Date }>`
    with held as materialized (select id from receivers where id = any(${rxIds}::integer[]) order by id for key share)
    insert into last_contacts (rx_id, contact_at)
    select rx_id, contact_at from unnest(${rxIds}::integer[], ${times}::timestamptz[]) as given (rx_id, contact_at)
    where rx_id in (select id from held) order by rx_id
    on conflict (rx_id) do update set contact_at = greatest(last_contacts.contact_at, excluded.contact_at)
    returning rx_id, contact_at`.execute(db);
  return rows.map(({ rx_id: rxId, contact_at }) => ({ rxId, ts: contact_at.getTime() }));
}
