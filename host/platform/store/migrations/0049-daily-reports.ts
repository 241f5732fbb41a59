import { sql, type Kysely } from 'kysely';

/** The local day for which each system's people last got a report (MAIL-19). */
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
