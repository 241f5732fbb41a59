import { sql, type Kysely } from 'kysely';

/**
 * Where the database lay when a host last looked (CHG-8). A backup takes this row along: put in place
 * elsewhere, it names a place that is another one.
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
