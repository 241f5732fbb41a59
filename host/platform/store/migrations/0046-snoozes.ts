import { sql, type Kysely } from 'kysely';

/**
 * Which alarms were raised while their receiver was snoozed (ALM-12); of those of before none was. A snooze
 * is a change of the system, and written by nothing else.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table alarms add column snoozed boolean not null default false;
    create trigger rx_snooze_marked before insert or update or delete on rx_snooze for each row execute function refuse_unmarked();
  `)
    .execute(db);
}
