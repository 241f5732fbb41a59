import { sql, type Kysely } from 'kysely';

/**
 * The optional columns of a data file (FILE-14), and whether a person's CSV files are meant for Excel
 * (FILE-17).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table data_files add column columns text[] not null default '{}'`.execute(db);
  await sql`alter table users add column excel_csv boolean not null default false`.execute(db);
}
