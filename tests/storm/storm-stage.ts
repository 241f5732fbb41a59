import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { hashPassword } from '../../host/domain/accounts/passwords.ts';
import { type Database, openDatabase } from '../../host/platform/store/database.ts';
import { researcher } from '#model/entities/role.ts';
import { endHostProcess, hostPlace, startHostProcess } from '../support/host-process.ts';
import { putPreparedData } from '../support/prepared-data.ts';

const upWithinMs = 60_000;

export const stormSystem = 'storm';
export const stormPassword = 'a storm at the river';

/** One host process on its own database, which outlives every kill of the host. */
export type StormStage = {
  url: string;
  /** The port of the live lines. */
  wsPort: number;
  database: Database;
  people: readonly { id: number; username: string }[];
  /** Kills the host without warning, as a power cut does, and starts it again on the same ports. */
  killHost(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Makes a system with shared receivers and sites and `count` people who may edit them, then starts the host.
 * `furnish` adds further data before the host starts.
 */
export async function stormStage(
  count: number,
  furnish: (database: Database, people: StormStage['people']) => Promise<void> = () => Promise.resolve(),
): Promise<StormStage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'storm-'));
  await putPreparedData(dataDir);
  const database = await openDatabase({ dataDir, log: pino({ level: 'warn' }, pino.destination(2)) });
  let host: ChildProcess | null = null;
  const close = async () => {
    if (host !== null) await endHostProcess(host, 'SIGTERM');
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const people = await found(database, count);
    await furnish(database, people);
    const { env, url, wsPort } = await hostPlace(dataDir, { SIMULATOR: 'off', DEMO: 'off', LOG_LEVEL: 'warn' });
    host = await startHost(env, url);
    const killHost = async () => {
      if (host !== null) await endHostProcess(host, 'SIGKILL');
      host = await startHost(env, url);
    };
    return { url, wsPort, database, people, killHost, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * While the host is down, another program's outgoing connection may happen to take one of its ports for a
 * moment.
 */
async function startHost(env: NodeJS.ProcessEnv, url: string, tries = 5): Promise<ChildProcess> {
  try {
    return (await startHostProcess({ env, url }, upWithinMs)).child;
  } catch (error) {
    if (tries === 1 || !(error instanceof Error && error.message.includes('is taken by another program'))) throw error;
    await delay(500);
    return startHost(env, url, tries - 1);
  }
}

const sites = ['Weir', 'Old Mill', 'Rock Creek', 'Gorge'];
const receiversPerSite = 3;

/**
 * Stores the data from before the first change. Like a migration, it sets the writing marker and records no
 * changes.
 */
async function found({ db }: Database, count: number): Promise<{ id: number; username: string }[]> {
  const password_hash = await hashPassword(stormPassword);
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('console.writing', 'on', true)`.execute(tx);
    await tx.insertInto('systems').values({ id: stormSystem, common_name: 'Storm' }).execute();
    for (const alias of sites) {
      const { id } = await tx
        .insertInto('sites')
        .values({ system_id: stormSystem, alias })
        .returning('id')
        .executeTakeFirstOrThrow();
      const receivers = Array.from({ length: receiversPerSite }, (_, n) => ({
        system_id: stormSystem,
        site_id: id,
        alias: `${alias} ${n + 1}`,
        latitude: null,
        longitude: null,
      }));
      const placed = await tx
        .insertInto('receivers')
        .values(receivers as never)
        .returning('id')
        .execute();
      // Each receiver has reported, so that the host retires it rather than removing it.
      const reports = placed.map(({ id: rx_id }) => ({ rx_id, info_time: new Date() }));
      await tx
        .insertInto('receiver_reports')
        .values(reports as never)
        .execute();
    }
    const users = Array.from({ length: count }, (_, n) => ({
      username: `storm${n + 1}`,
      email: `storm${n + 1}@example.org`,
      first_name: `Person ${n + 1}`,
      last_name: 'Storm',
      password_hash,
      activated: true,
      current_system_id: stormSystem,
      auto_timezone: false,
    }));
    const made = await tx.insertInto('users').values(users).returning(['id', 'username']).execute();
    const memberships = made.map(({ id }) => ({ user_id: id, system_id: stormSystem, role_id: researcher }));
    await tx.insertInto('memberships').values(memberships).execute();
    return made;
  });
}
