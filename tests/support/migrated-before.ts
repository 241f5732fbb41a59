import { readdir } from 'node:fs/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { Pool } from 'pg';

const folder = new URL('../../host/platform/store/migrations/', import.meta.url);

/** Makes a database as it was before the migration of that name. */
export async function migratedBefore(url: string, name: string): Promise<Pool> {
  const before = (await readdir(folder)).map((file) => file.replace('.ts', '')).filter((file) => file < name);
  const migrations: Record<string, Migration> = {};
  for (const file of before) migrations[file] = (await import(new URL(`${file}.ts`, folder).href)) as Migration;
  const pool = new Pool({ connectionString: url });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest();
  if (error !== undefined) throw error;
  return pool;
}
