import { sql, type Kysely } from 'kysely';

/** The alarm by which a receiver is well again is found by its code among the receiver's own (ALP-1). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create index alarms_of_receivers on alarms (rx_id, alarm_code_id, id);
    drop index alarms_rx;
  `)
    .execute(db);
}
