import { sql, type Kysely } from 'kysely';

/** Optional columns of a data file (FILE-14); whether a person's CSV files are for Excel (FILE-17). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table data_files add column columns text[] not null default '{}'`.execute(db);
  await sql`alter table users add column excel_csv boolean not null default false`.execute(db);
}
