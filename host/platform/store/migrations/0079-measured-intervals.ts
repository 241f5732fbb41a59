import { sql, type Kysely } from 'kysely';

/**
 * The measured and the registered interval of a transmitter that emits at another interval than registered
 * (DET-22). Earlier detections have neither.
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
