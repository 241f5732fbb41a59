import { sql, type Kysely } from 'kysely';

/**
 * Lets only changes write two columns of a system (CHG-1): when it expires, and after how many minutes a
 * missing receiver raises an alarm.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create trigger systems_limits_marked before update of expiry, offline_alarm_minutes on systems
      for each row execute function refuse_unmarked();
  `)
    .execute(db);
}
