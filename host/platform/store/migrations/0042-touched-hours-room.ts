import { sql, type Kysely } from 'kysely';

/**
 * Vacuums `touched_hours` early instead of leaving room in its pages. Such room has no use here: each update
 * adds an entry to both indexes anyway, because `touched` is indexed. Early vacuums keep the table small.
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
