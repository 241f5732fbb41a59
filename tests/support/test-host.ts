import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import type { Insertable } from 'kysely';
import { openBackgroundWork } from '../../host/background-work.ts';
import { buildCallServer } from '../../host/call-server.ts';
import { openAccounts, type Accounts, type AccountsOptions } from '../../host/domain/accounts/accounts.ts';
import { hashPassword, type PasswordHasher } from '../../host/domain/accounts/passwords.ts';
import { startChangeFeed, type ChangeFeed } from '../../host/platform/changes/change-feed.ts';
import { createBorder, type BorderSettings } from '../../host/entry/border.ts';
import type { BodyPace } from '../../host/entry/http/paced-body.ts';
import type { People } from '../../host/domain/people/people.ts';
import { readEnvironment } from '../../host/platform/environment.ts';
import { createLog } from '../../host/platform/log.ts';
import { openLine } from '../../host/platform/bus/database-line.ts';
import { createLocalBus, type Bus, type BusEvent } from '../../host/platform/bus/bus.ts';
import { watchJobs } from '../../host/platform/jobs/job-watch.ts';
import { fileFolder } from '../../host/domain/files/file-folder.ts';
import type { Database } from '../../host/platform/store/database.ts';
import type { ReceiverTable } from '../../host/platform/store/schema.ts';
import type { SystemTable } from '../../host/platform/store/schema-accounts.ts';
import type { RoleId } from '#model/entities/role.ts';
import type { LoginFields } from '#model/forms/login.ts';
import { TestBrowser } from './test-browser.ts';
import { withTestDatabase, type Engine } from './test-database.ts';
import { planted } from './planted.ts';

/** The http server and the accounts of a host, on its own database and a free port. */
export type TestHost = {
  url: string;
  database: Database;
  accounts: Accounts;
  people: People;
  bus: Bus;
  /** Publishes every change on the bus. */
  feed: ChangeFeed;
  /** Every event published on the bus. */
  events: BusEvent[];
  /** Returns the whole log as JSON lines. */
  logged: () => string;
  browser: () => TestBrowser;
  /** The server that listens for it. */
  server: Server;
  close: () => Promise<void>;
};

export type TestHostOptions = {
  engine?: Engine;
  allowDemo?: boolean;
  tls?: { cert: string; key: string };
  consoleFolder?: string;
  /** The public login, if it is a demo. */
  demo?: LoginFields;
  /** How people reach it, if not only by loopback. */
  reach?: Partial<BorderSettings>;
  database?: Database;
  anonymousCalls?: { points: number; duration: number };
  keyCalls?: { points: number; duration: number };
  /** Replaces argon2. */
  hasher?: PasswordHasher;
  /** The limits on attempts at passwords and links, if they differ from the usual ones. */
  limits?: AccountsOptions['limits'];
  /** Where its emails are sent; without it they stay in the outbox. */
  smtpUrl?: string;
  bodyPace?: BodyPace;
  /** The operator's base map below the pins. */
  mapArchive?: string;
  mapStyleUrl?: string;
  /** Where data files are; by default a folder of its own. */
  filesDir?: string;
  /** Where webhooks may be besides the Internet. */
  innerAddresses?: readonly string[];
  /** Routes in addition to the usual ones. */
  plugins?: (database: Database) => FastifyPluginAsync[];
};

export const testVersion = '9.9.9';
/** The host's address in its emails. */
export const testPage = 'http://127.0.0.1';

export async function startTestHost(options: TestHostOptions = {}): Promise<TestHost> {
  const database = options.database ?? (await withTestDatabase(options.engine));
  const bus = createLocalBus();
  const events: BusEvent[] = [];
  bus.subscribe((event) => events.push(event));
  const lines: string[] = [];
  const log = createLog({ level: 'trace', destination: { write: (line) => void lines.push(line) } });
  const accounts = await openAccounts(database, bus, {
    allowDemo: options.allowDemo ?? true,
    log,
    ...(options.hasher === undefined ? {} : { hasher: options.hasher }),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  });
  const line = openLine(database.pool.options, log);
  const feed = startChangeFeed({ database, bus, line, log });
  const jobWatch = watchJobs({ bus, line });
  const filesDir = options.filesDir ?? (await mkdtemp(path.join(tmpdir(), 'data-files-')));
  const files = fileFolder(filesDir);
  const environment = { ...readEnvironment({ DATABASE_URL: database.url }), ...settingsOf(options), filesDir };
  const parts = { environment, database, bus, accounts, files, log };
  // It does what calls request, and nothing by the clock.
  const background = openBackgroundWork({ ...parts, line, pageUrl: () => testPage }, () => []);
  const emptyFolder = await mkdtemp(path.join(tmpdir(), 'no-console-'));
  const http = await buildCallServer({
    ...parts,
    background,
    ftps: { port: 8990, problem: null },
    anonymousCalls: options.anonymousCalls,
    keyCalls: options.keyCalls,
    plugins: options.plugins?.(database) ?? [],
    consoleFolder: options.consoleFolder ?? emptyFolder,
    demo: options.demo,
    border: createBorder(
      { bind: '127.0.0.1', tls: options.tls, ...options.reach },
      { http: () => (http.server.address() as AddressInfo).port, ws: () => 8081 },
    ),
    health: { host: () => 'up', simulator: () => 'off', bus: () => 'up' },
    version: testVersion,
    bodyPace: options.bodyPace,
  });
  await http.listen({ port: 0, host: '127.0.0.1' });
  const url = `${options.tls ? 'https' : 'http'}://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
  return {
    url,
    database,
    accounts,
    people: background.people,
    bus,
    feed,
    events,
    logged: () => lines.join(''),
    browser: () => new TestBrowser(url),
    server: http.server,
    close: async () => {
      await http.close();
      await background.close();
      jobWatch.close();
      await feed.close();
      await line.close();
      accounts.authority.close();
      await rm(emptyFolder, { recursive: true, force: true });
      if (options.filesDir === undefined) await rm(filesDir, { recursive: true, force: true });
      if (options.database === undefined) await database.close();
    },
  };
}

const settingsOf = ({ smtpUrl, tls, mapArchive, mapStyleUrl, innerAddresses = [] }: TestHostOptions) => ({
  smtpUrl,
  tls,
  mapArchive,
  mapStyleUrl,
  innerAddresses,
});

export const testPassword = 'correct horse battery';
let hashed: Promise<string> | undefined;

/** Makes an ordinary person who can log in with `testPassword`; returns their id. */
export async function addPerson(
  { database: { db } }: Pick<TestHost, 'database'>,
  username: string,
  more: { superuser?: boolean; demo?: boolean; last_name?: string } = {},
): Promise<number> {
  hashed ??= hashPassword(testPassword);
  const { id } = await db
    .insertInto('users')
    .values({
      username,
      email: `${username}@example.org`,
      first_name: 'Test',
      last_name: username,
      password_hash: await hashed,
      activated: true,
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Makes a system with the given members. */
export async function addSystem(
  { database }: { database: Pick<Database, 'pool'> },
  id: string,
  members: readonly (readonly [userId: number, role: RoleId])[] = [],
  more: Partial<Insertable<SystemTable>> = {},
): Promise<void> {
  const db = planted(database);
  await db
    .insertInto('systems')
    .values({ id, common_name: `System ${id}`, ...more })
    .execute();
  if (members.length === 0) return;
  await db
    .insertInto('memberships')
    .values(members.map(([user_id, role_id]) => ({ user_id, role_id, system_id: id })))
    .execute();
}

/** Makes receivers of these names in a system; returns their ids. */
export async function addReceivers<const Names extends readonly string[]>(
  { database }: { database: Pick<Database, 'pool'> },
  systemId: string,
  names: Names,
  more: Partial<Insertable<ReceiverTable>> = {},
): Promise<{ [At in keyof Names]: number }> {
  const rows = await planted(database)
    .insertInto('receivers')
    .values(names.map((alias) => ({ system_id: systemId, alias, ...more })))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id) as { [At in keyof Names]: number };
}
