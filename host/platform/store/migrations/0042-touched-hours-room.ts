import { sql, type Kysely } from 'kysely';

/**
 * Each update of a note leaves an entry in both indexes, as `touched` is in one: room in the pages spares
 * none of that. Cleaning early does: the table stays small, and is written to all the time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table touched_hours reset (fillfactor);
    alter table touched_hours set (
      autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_analyze_scale_factor = 0.1);
  `)
    .execute(db);
}
