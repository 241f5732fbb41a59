import { Client } from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import { connectDatabase, type Database } from '../../host/platform/store/database.ts';
import { templateName, type Engine } from './postgres-servers.ts';
import { isThorough } from './thorough.ts';

export type { Engine } from './postgres-servers.ts';

/** For `describe.each(engines)`: store, changes, jobs and migrations are always tested on both. */
export const engines: readonly Engine[] = ['embedded', 'system'];

/** For what builds on these: both in a thorough run, otherwise the one that comes with the product. */
export const triedEngines: readonly Engine[] = isThorough ? engines : ['embedded'];

const log = pino({ level: 'warn' }, pino.destination(2));

/**
 * Makes an empty database with all migrations applied; `close` ends its connections and drops it. Needs the
 * global set-up tests/support/postgres-servers.ts (in the projects host and services).
 */
export async function withTestDatabase(engine: Engine = 'embedded'): Promise<Database> {
  const serverUrl = inject('databaseServers')[engine];
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  // Copying files takes a third of the time of copying through the log.
  await asAdmin(serverUrl, `create database ${name} template ${templateName} strategy file_copy`);
  const url = new URL(serverUrl);
  url.pathname = name;
  const database = await connectDatabase(url.href, log);
  const close = async () => {
    await database.close();
    await asAdmin(serverUrl, `drop database ${name} with (force)`);
  };
  return { ...database, close };
}

/** Makes an empty database without tables, for tests of the migrations themselves. */
export async function withEmptyDatabase(engine: Engine = 'embedded'): Promise<{ url: string; drop: () => Promise<void> }> {
  const serverUrl = inject('databaseServers')[engine];
  const name = `empty_${crypto.randomUUID().replaceAll('-', '')}`;
  await asAdmin(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = name;
  return { url: url.href, drop: () => asAdmin(serverUrl, `drop database ${name} with (force)`) };
}

/** Makes a database from a backup of another, to which nothing may be connected. */
export async function withRestoredDatabase(
  backup: string,
  engine: Engine = 'embedded',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const serverUrl = inject('databaseServers')[engine];
  const name = `restored_${crypto.randomUUID().replaceAll('-', '')}`;
  const url = new URL(backup);
  await asAdmin(serverUrl, `create database ${name} template ${url.pathname.slice(1)}`);
  url.pathname = name;
  return { url: url.href, drop: () => asAdmin(serverUrl, `drop database ${name} with (force)`) };
}

async function asAdmin(serverUrl: string, statement: string): Promise<void> {
  const admin = new Client({ connectionString: serverUrl });
  await admin.connect();
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}
