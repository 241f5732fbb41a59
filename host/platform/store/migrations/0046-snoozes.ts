import { sql, type Kysely } from 'kysely';

/**
 * Which alarms were raised while their receiver was snoozed (ALM-12); none of the earlier ones. Only changes
 * of the system may write snoozes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table alarms add column snoozed boolean not null default false;
    create trigger rx_snooze_marked before insert or update or delete on rx_snooze for each row execute function refuse_unmarked();
  `)
    .execute(db);
}
