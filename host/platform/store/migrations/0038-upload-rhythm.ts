import { sql, type Kysely } from 'kysely';

/**
 * The interval between the uploads of a receiver that is offline between uploads (RX-44); null for any other
 * receiver.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table receivers_heard add column uploads_every_ms bigint').execute(db);
}
