import { sql, type Kysely } from 'kysely';

/** Of which day, by its own clock, each system's people got their last report (MAIL-19). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table daily_reports (
      system_id text primary key references systems (id) on update cascade on delete cascade,
      sent_on date not null
    );
  `)
    .execute(db);
}
