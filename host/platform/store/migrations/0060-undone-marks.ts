import { sql, type Kysely } from 'kysely';

/** How often a member's mark of what was seen was set: the newest one counts, lower or not (ALM-25). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table memberships add column last_seen_version integer not null default 0`.execute(db);
}
