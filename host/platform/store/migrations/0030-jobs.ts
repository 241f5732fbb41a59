import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql, type Kysely } from 'kysely';

/** The statements of the job runner's library, as they were released. */
const tables = path.join(import.meta.dirname, '../../jobs/job-tables-43.sql');

/**
 * What the job runner keeps (JOB-1), in a schema of its own: whoever runs the server may have made that for a
 * role that may make none. A later version of the library that wants its tables otherwise takes a migration
 * of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    do $$ begin
      if to_regnamespace('jobs') is not null then return; end if;
      if not has_database_privilege(current_database(), 'create') then
        raise exception 'the role % may make no schema: let the owner of the database run CREATE SCHEMA jobs AUTHORIZATION %',
          current_user, quote_ident(current_user);
      end if;
      create schema jobs;
    end $$;
  `)
    .execute(db);
  await sql.raw(await readFile(tables, 'utf8')).execute(db);
}
