import { sql } from 'kysely';
import type { Db } from '../database.ts';

export async function addSecurityNote({ db }: Db, event: object): Promise<void> {
  await db
    .insertInto('security_notes')
    .values({ event: JSON.stringify(event) })
    .execute();
}

/** Returns the oldest notes that no host has logged yet. */
export function unloggedNotes({ db }: Db, limit: number) {
  return db
    .selectFrom('security_notes')
    .select(['id', 'at', 'event'])
    .where('logged_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function markNotesLogged({ db }: Db, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('security_notes')
    .set({ logged_at: sql`now()` })
    .where('id', 'in', ids)
    .execute();
}
