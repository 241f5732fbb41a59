import { sql, type Kysely } from 'kysely';

/** Indexes a receiver's alarms by code, to find the alarm that reports a recovery (ALP-1). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create index alarms_of_receivers on alarms (rx_id, alarm_code_id, id);
    drop index alarms_rx;
  `)
    .execute(db);
}
