import { sql, type Kysely } from 'kysely';

/**
 * When a system expires, and after how many minutes it alarms of who is gone, is told by changes and written
 * by nothing else (CHG-1).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create trigger systems_limits_marked before update of expiry, offline_alarm_minutes on systems
      for each row execute function refuse_unmarked();
  `)
    .execute(db);
}
