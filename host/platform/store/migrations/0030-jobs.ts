import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql, type Kysely } from 'kysely';

/** The job library's own statements that create its tables. */
const tables = path.join(import.meta.dirname, '../../jobs/job-tables-43.sql');

/**
 * The tables of the job library (JOB-1), in their own schema. An administrator of the server may have created
 * the schema in advance, for a role that cannot create schemas. A later version of the library with other
 * tables needs another migration.
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
