import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { embeddedUser } from '../../host/platform/store/embedded/data-directory.ts';
import { startEmbeddedServer } from '../../host/platform/store/embedded/embedded-server.ts';
import { hasty, putPreparedData, putPreparedSystemData } from './prepared-data.ts';
import { startSystemPostgres, type TestServer } from './system-postgres.ts';

/** The two kinds of database that the product supports (CODE-16). */
export type Engine = 'embedded' | 'system';

/** The database with all tables; every test database is a copy of it. */
export const templateName = 'console_template';

declare module 'vitest' {
  // Vitest learns the types of provided values by merging into its interface.
  interface ProvidedContext {
    databaseServers: Record<Engine, string>;
  }
}

const log = pino({ level: 'warn' }, pino.destination(2));

/** Vitest's global set-up for projects that use a database: one server of each kind for the whole run. */
export default async function startServers(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(path.join(tmpdir(), 'console-databases-'));
  const servers = await Promise.allSettled([startEmbedded(path.join(dir, 'embedded')), startSystem(path.join(dir, 'system'))]);
  const stop = async () => {
    for (const server of servers) if (server.status === 'fulfilled') await server.value.stop();
    await rm(dir, { recursive: true, force: true });
  };
  try {
    const [embedded, system] = servers.map((server) => {
      if (server.status === 'rejected') throw server.reason;
      return server.value.url;
    });
    const urls = { embedded: embedded ?? '', system: system ?? '' };
    // Wait for both: stopping a server while its template is being made would end this process.
    for (const made of await Promise.allSettled(Object.values(urls).map(makeTemplate))) {
      if (made.status === 'rejected') throw made.reason;
    }
    project.provide('databaseServers', urls);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startEmbedded(dataDir: string): Promise<TestServer> {
  await putPreparedData(dataDir);
  const settings = { ...hasty, max_connections: '100' };
  const server = await startEmbeddedServer({ dataDir, log, settings });
  return { url: `postgres://${embeddedUser}:${server.password}@127.0.0.1:${server.port}/postgres`, stop: server.stop };
}

async function startSystem(dir: string): Promise<TestServer> {
  await putPreparedSystemData(dir);
  return startSystemPostgres(dir);
}

/** The first database has the tables. It becomes the template, and an empty one replaces it. */
async function makeTemplate(serverUrl: string): Promise<void> {
  const url = new URL(serverUrl);
  url.pathname = 'template1';
  const admin = new Client({ connectionString: url.href });
  await admin.connect();
  await admin.query(`alter database postgres rename to ${templateName}`);
  await admin.query('create database postgres template template0');
  await admin.end();
}
