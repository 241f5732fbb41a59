import { sql } from 'kysely';
import { forgetPartitions } from '../../host/platform/store/contacts/contact-partitions.ts';
import { type Database, inTransaction } from '../../host/platform/store/database.ts';
import { fileDatabase } from './file-database.ts';
import type { Engine } from './test-database.ts';

/**
 * Returns a function that empties a file's database, for tests that need a system with a certain id or count
 * the rows of all systems. Call it before each test: it removes all rows and the partitions of contacts, and
 * ids start at 1 again, within milliseconds. A test that alters tables must restore them itself.
 */
export function emptiedDatabase(engine?: Engine): () => Promise<Database> {
  const made = fileDatabase(engine);
  let emptying: string | undefined;
  return async () => {
    const database = await made();
    const statements = (emptying ??= await emptyingOf(database));
    await inTransaction(database, ({ db }) => sql.raw(statements).execute(db));
    for (const { pool } of [database, database.ingest]) forgetPartitions(pool);
    return database;
  };
}

/** Returns the statements that make the database like new. Tables that its migrations filled are kept. */
async function emptyingOf({ pool }: Database): Promise<string> {
  const tables = await pool.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class where relkind in ('r', 'p') and not relispartition
      and relnamespace in ('public'::regnamespace, 'jobs'::regnamespace)`);
  const empty = tables.rows.map(({ name }) => `select '${name}' as name where not exists (select from ${name})`);
  const { rows } = await pool.query<{ statement: string }>(`
    select format('delete from %s', name) as statement from (${empty.join(' union all ')}) as tables
    union all
    select format('select setval(%L, %s, false)', format('%I.%I', schemaname, sequencename), start_value)
      from pg_sequences where last_value is null`);
  // Without foreign keys and triggers.
  const all = [dropPartitions, 'set local session_replication_role = replica', ...rows.map(({ statement }) => statement)];
  return all.join(';\n');
}

const dropPartitions = `
  do $$ declare dropped text; begin
    for dropped in select oid::regclass::text from pg_class where relkind = 'r' and relname ~ '^contacts_\\d+$' loop
      execute 'drop table ' || dropped;
    end loop;
  end $$`;
