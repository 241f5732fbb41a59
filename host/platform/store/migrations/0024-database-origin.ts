import { sql, type Kysely } from 'kysely';

/**
 * Where the database was stored when a host last checked (CHG-8). A backup contains this row, so in a
 * restored database it names another place.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table database_origin (
      only_row boolean primary key default true check (only_row),
      cluster text not null,
      timeline bigint not null,
      database_oid bigint not null,
      table_oid bigint not null,
      files_since text
    );
  `)
    .execute(db);
}
