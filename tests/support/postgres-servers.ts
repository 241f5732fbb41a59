import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { connectDatabase } from '../../host/platform/store/database.ts';
import { embeddedUser } from '../../host/platform/store/embedded/data-directory.ts';
import { startEmbeddedServer } from '../../host/platform/store/embedded/embedded-server.ts';
import { startSystemPostgres, type TestServer } from './system-postgres.ts';

/** Both kinds of database the product runs on (CODE-16). */
export type Engine = 'embedded' | 'system';

/** Migrated once per server; every test database is a copy of it. */
export const templateName = 'console_template';

declare module 'vitest' {
  // Vitest is told of provided values by merging into its interface.
  interface ProvidedContext {
    databaseServers: Record<Engine, string>;
  }
}

const log = pino({ level: 'warn' }, pino.destination(2));

/** Vitest's global set-up of the layers that use a database: one server of each kind for the whole run. */
export default async function startServers(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(path.join(tmpdir(), 'console-databases-'));
  const servers = await Promise.allSettled([
    startEmbedded(path.join(dir, 'embedded')),
    startSystemPostgres(path.join(dir, 'system')),
  ]);
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
    // Both to their end: a server that is stopped while the other's template is made would end this process.
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
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '100' };
  const server = await startEmbeddedServer({ dataDir, log, settings });
  return { url: `postgres://${embeddedUser}:${server.password}@127.0.0.1:${server.port}/postgres`, stop: server.stop };
}

async function makeTemplate(serverUrl: string): Promise<void> {
  const admin = new Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`create database ${templateName}`);
  await admin.end();
  const url = new URL(serverUrl);
  url.pathname = templateName;
  const template = await connectDatabase(url.href, log);
  await template.close();
}
