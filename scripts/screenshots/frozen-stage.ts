import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { sql } from 'kysely';
import { pino } from 'pino';
import { operationHeader } from '#model/contract/call.ts';
import { embeddedUser } from '../../host/platform/store/embedded/data-directory.ts';
import { startEmbeddedServer } from '../../host/platform/store/embedded/embedded-server.ts';
import { systemsToFollow } from '../../host/platform/store/detection/followed-hours.ts';
import { browserTimezone } from '../../tests/e2e/support/browser-timezone.ts';
import { openOperator, type Operator } from '../../tests/e2e/support/operator.ts';
import { planted } from '../../tests/support/planted.ts';
import { putPreparedData } from '../../tests/support/prepared-data.ts';
import { startProduct } from '../../tests/support/product.ts';
import { TestBrowser } from '../../tests/support/test-browser.ts';
import { frozenNow } from './frozen-now.ts';

export const sceneRoles = ['owner', 'viewer', 'stranger'] as const;
export const schemes = ['dark', 'light'] as const;
export const sceneSizes = [
  { name: 'desk', viewport: { width: 1440, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
] as const;
export type SceneRole = (typeof sceneRoles)[number];
export type Scheme = (typeof schemes)[number];
export type SceneSize = (typeof sceneSizes)[number];

/** The running product at the one moment. */
export type FrozenStage = {
  url: string;
  /** The ids of the receivers of the demo by their names. */
  receivers: ReadonlyMap<string, number>;
  close: () => Promise<void>;
};

const password = 'tame otters forty-two';
const names = { owner: ['Robin', 'Field'], viewer: ['Vera', 'Reed'], stranger: ['Sam', 'Hale'] } as const;
const rolesOf: Readonly<Record<SceneRole, readonly (readonly [system: string, role: string])[]>> = {
  owner: [
    ['demo', 'owner'],
    ['river', 'viewer'],
  ],
  viewer: [['demo', 'viewer']],
  stranger: [
    ['river', 'viewer'],
    ['alpine', 'viewer'],
  ],
};
const [hourMs, dayMs] = [3_600_000, 86_400_000];

/** Each combination has people of its own, as the scheme is the account's, and its sessions are listed. */
export const personOf = (role: SceneRole, scheme: Scheme, { name }: SceneSize) => ({
  username: `${role}-${scheme}-${name}`,
  password,
});

/**
 * Starts a product whose host and database know one moment only, with the past that the simulator gives it,
 * and what people would have made until then. Resolves when nothing changes any more.
 */
export async function openFrozenStage(): Promise<FrozenStage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'screenshots-'));
  const discard = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    await putPreparedData(dataDir);
    await freezeDatabase(dataDir);
    const freeze = pathToFileURL(join(import.meta.dirname, 'freeze-date.ts')).href;
    const product = await startProduct({ dataDir, env: { NODE_OPTIONS: `--import=${freeze}`, SEED: '1' } });
    const operator = await openOperator(dataDir).catch(async (error: unknown) => {
      await product.stop();
      throw error;
    });
    try {
      await untilStill(operator);
      await addPeople(operator);
      const { rows } = await operator.database.pool.query<{ id: number; alias: string }>(
        `select id, alias from receivers where system_id = 'demo'`,
      );
      const receivers = new Map(rows.map(({ id, alias }) => [alias, id]));
      await workAsOwner(product.url, receivers);
      await untilStill(operator);
      return { url: product.url, receivers, close: () => product.stop().finally(discard) };
    } catch (error) {
      await product.stop();
      throw error;
    } finally {
      await operator.close();
    }
  } catch (error) {
    discard();
    throw error;
  }
}

/** Gives the database functions of its own in place of its clock, also in the defaults of its columns. */
async function freezeDatabase(dataDir: string): Promise<void> {
  const server = await startEmbeddedServer({ dataDir, log: pino({ level: 'silent' }) });
  const client = new Client(`postgres://${embeddedUser}:${server.password}@127.0.0.1:${server.port}/postgres`);
  const clock = (name: string) =>
    `create function frozen.${name}() returns timestamptz language sql stable
       as $$ select timestamptz '${new Date(frozenNow).toISOString()}' $$;`;
  try {
    await client.connect();
    await client.query(`
      create schema frozen;
      grant usage on schema frozen to public;
      ${clock('now')} ${clock('clock_timestamp')}
      alter database postgres set search_path = public, frozen, pg_catalog;
      do $$ declare found record; begin
        for found in select adrelid::regclass as owner, attname, pg_get_expr(adbin, adrelid) as value
          from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
          where pg_get_expr(adbin, adrelid) ~ '\\m(now|clock_timestamp)\\(\\)' loop
          execute format('alter table %s alter column %I set default %s', found.owner, found.attname,
            regexp_replace(found.value, '\\m(now|clock_timestamp)\\(\\)', 'frozen.now()', 'g'));
        end loop;
      end $$;`);
  } finally {
    await client.end();
    await server.stop();
  }
}

/** Resolves when the history is whole, all detections are found, and no job is left. */
async function untilStill({ database }: Operator): Promise<void> {
  for (let still = 0; still < 3; await delay(500)) {
    const { rows } = await database.pool.query<{ busy: boolean }>(`select exists (select from simulation_history)
      or exists (select from systems where kind = 'simulated' and id not in (select system_id from simulations))
      or exists (select from jobs.job where state < 'completed') or exists (select from reprocess_jobs where status = 'running')
      as busy`);
    const isBusy = rows[0]?.busy === true || (await systemsToFollow(database)).length > 0;
    still = isBusy ? 0 : still + 1;
  }
}

/** All who can see the demo have three new alarms. */
async function addPeople(operator: Operator): Promise<void> {
  for (const role of sceneRoles)
    for (const scheme of schemes)
      for (const size of sceneSizes) {
        const { username } = personOf(role, scheme, size);
        const [first, last] = names[role];
        const email = `${username}@example.org`;
        await operator.admin(['users', 'add', username, '--email', email, '--first-name', first, '--last-name', last], password);
        for (const [system, granted] of rolesOf[role]) await operator.admin(['roles', 'grant', username, system, granted]);
        await operator.database.db
          .updateTable('users')
          .set({ timezone: browserTimezone, dark_mode: scheme === 'dark' })
          .where('username', '=', username)
          .execute();
      }
  await sql`update memberships set last_seen_alarm_id =
    (select id from alarms where alarms.system_id = memberships.system_id order by id desc offset 3 limit 1)
    where system_id = 'demo'`.execute(planted(operator.database));
}

/** What gives the dialogs something to show: versions, a file, keys, a job, an invitation, a snooze. */
async function workAsOwner(url: string, receivers: ReadonlyMap<string, number>): Promise<void> {
  const owner = new TestBrowser(url);
  const token = await owner.logIn('demo', 'demo-password');
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const headers: Record<string, string> = method === 'GET' ? {} : { [operationHeader]: crypto.randomUUID() };
    const { status, text, json } = await owner.send(method, path, { token, body, headers });
    if (status !== 200) throw new Error(`${method} ${path} was answered with ${status}: ${text}`);
    return json;
  };
  const system = '/api/mitashost/demo';
  const rxId = receivers.get('CAS-2 Tailrace');
  for (const squelch of [-105, -100]) {
    const { rxData } = (await call('GET', `${system}/receivers/${rxId}`)) as { rxData: { orion: { general: object } } };
    const orion = { ...rxData.orion, general: { ...rxData.orion.general, squelch } };
    await call('PUT', `${system}/receivers/${rxId}`, { rxData: { basic: {}, orion } });
  }
  const snoozed = { rxIds: [receivers.get('CAS-3 Fish Ladder')], snoozeUntil: frozenNow + 2 * hourMs };
  await call('PUT', `${system}/alarms/rx-snooze-times`, snoozed);
  const filters = { dateRange: [frozenNow - dayMs, frozenNow], rxIds: [rxId] };
  await call('POST', `${system}/ftp/files`, { fileName: 'Yesterday', fileType: 'CSV', filters });
  await call('POST', `${system}/receiver-keys`, { name: 'Field laptop' });
  await call('POST', '/api/app/mitas/demo/collaborators', { email: 'ada@example.org', roleId: 3 });
  const [startDate, endDate] = [6, 2].map((hours) => new Date(frozenNow - hours * hourMs).toISOString());
  await call('POST', `${system}/reprocess/start`, { startDate, endDate, chunkSize: 1, throttle: 0 });
}
