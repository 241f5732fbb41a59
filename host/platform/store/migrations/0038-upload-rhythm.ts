import { sql, type Kysely } from 'kysely';

/** How far apart a receiver uploads that is away between (RX-44); null for any other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table receivers_heard add column uploads_every_ms bigint').execute(db);
}
