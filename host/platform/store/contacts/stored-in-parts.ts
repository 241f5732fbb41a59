import type { Pool } from 'pg';
import type { Contact } from '#model/entities/contact.ts';
import { codeOf, sqlStates } from '../database-failure.ts';
import { storingContacts } from '../storage-watch.ts';
import { type ConnectionAtHand, forgetPartitions, sortByPartition } from './contact-partitions.ts';

/**
 * The most attempts for a part: of two writers of the same contacts, PostgreSQL may end one as a deadlock,
 * and that one tries again.
 */
const attempts = 4;
const deadlock = '40P01';

/**
 * Calls `store` with parts of the contacts that each lie in few partitions, if the disk has room. After a
 * deadlock or a dropped partition, sorts the contacts of that part by partition again and retries. Returns
 * the indexes of contacts of dropped days.
 */
export async function storeInParts(
  pool: Pool,
  contacts: readonly Contact[],
  store: (part: readonly Contact[], places: readonly number[]) => Promise<void>,
  places: readonly number[] = contacts.map((_contact, place) => place),
  connection: ConnectionAtHand = pool,
  attempt = 1,
): Promise<number[]> {
  const { parts, refused } = await sortByPartition(pool, contacts, places, connection);
  for (const part of parts) {
    try {
      const those = part.length === contacts.length ? contacts : part.flatMap((place) => contacts[place] ?? []);
      await storingContacts(pool, part.length, () => store(those, part));
    } catch (error) {
      const code = codeOf(error);
      if (attempt === attempts || (code !== deadlock && code !== sqlStates.checkViolation)) throw error;
      // Retention has dropped a partition that this process still takes as existing.
      if (code === sqlStates.checkViolation) forgetPartitions(pool);
      for (const place of await storeInParts(pool, contacts, store, part, connection, attempt + 1)) refused.push(place);
    }
  }
  return refused;
}
