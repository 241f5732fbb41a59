import type { Pool } from 'pg';
import { contactsBetween, newestContacts } from '../../host/platform/store/contacts/contacts-query.ts';

/**
 * Returns the times of a system's first and last stored contact (ms since the epoch); null if there is none.
 */
export async function contactSpan(pool: Pick<Pool, 'query'>, systemId: string): Promise<{ first: number; last: number } | null> {
  const [first] = await contactsBetween(pool, systemId, 0, Date.UTC(2200, 0), 1);
  const [last] = await newestContacts(pool, systemId, 0, 1);
  return first !== undefined && last !== undefined ? { first: first.ts, last: last.ts } : null;
}
