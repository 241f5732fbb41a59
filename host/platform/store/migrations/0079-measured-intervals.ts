import { sql, type Kysely } from 'kysely';

/**
 * Which interval was measured where a transmitter emits otherwise than it is registered, and which one was
 * registered (DET-22). What was detected before has neither.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table detections add column measured_interval_ms double precision, add column registered_interval_ms double precision;
    alter table aside_detections add column measured_interval_ms double precision,
      add column registered_interval_ms double precision;
  `)
    .execute(db);
}
