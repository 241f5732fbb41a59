import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noticeRestore } from '../../../../host/platform/changes/epochs.ts';
import { deletePast } from '../../../../host/platform/retention/delete-past.ts';
import { contactsBetween } from '../../../../host/platform/store/contacts/contacts-query.ts';
import { insertContacts } from '../../../../host/platform/store/contacts/contacts-store.ts';
import { openDatabase, type Database } from '../../../../host/platform/store/database.ts';
import { embeddedUser } from '../../../../host/platform/store/embedded/data-directory.ts';
import { startEmbeddedServer } from '../../../../host/platform/store/embedded/embedded-server.ts';
import type { Contact } from '#model/entities/contact.ts';
import { undisturbed } from '../../../support/retention-stage.ts';
import { migratedBefore } from '../../../support/migrated-before.ts';
import { engines, withTestDatabase } from '../../../support/test-database.ts';

/** The role that a host uses (STO-13), in a data folder of the previous version. */

const heardAt = Date.UTC(2025, 4, 1, 9);
const dayMs = 86_400_000;
let dataDir: string;
let before: Record<string, number>;
let database: Database;
let contact: Omit<Contact, 'ts'>;
const said: string[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) });

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'host-role-'));
  const server = await startEmbeddedServer({ dataDir, log });
  const url = `postgres://${embeddedUser}:${server.password}@127.0.0.1:${server.port}/postgres`;
  const pool = await migratedBefore(url, '0028');
  await pool.query(`
    begin;
    set local console.writing = 'on';
    insert into systems (id, common_name) values ('field', 'Field');
    insert into receivers (system_id, alias) values ('field', 'R1');
    commit;
    insert into users (username, email, first_name, last_name) values ('ada', 'ada@example.org', 'Ada', 'L');
  `);
  const { rows } = await pool.query<{ id: number }>('select id from receivers');
  contact = { rxId: rows[0]?.id ?? 0, ant: 1, freq: 150, code: 1, type: 8, power: -60 };
  await pool.query(`select ensure_contact_partition((to_timestamp($1::float8 / 1000) at time zone 'UTC')::date)`, [heardAt]);
  await pool.query(
    `with heard as (
      insert into contacts (system_id, rx_id, ts, ant, freq_hz, code, type, power)
      select 'field', $2, to_timestamp($1::float8 / 1000) + n * interval '1 second', 1, 150000000, 1, 8, -60 from generate_series(0, 39) as n
      returning *
    ), hours as (
      insert into contacts_hourly (system_id, rx_id, ant, hour, count, sum_power, sum_power_sq, max_power)
      select system_id, rx_id, ant, to_timestamp($1::float8 / 1000), count(*), sum(power), sum(power * power), max(power) from heard group by 1, 2, 3
    )
    insert into contacts_hourly_codes (system_id, rx_id, ant, hour, freq_hz, code, type, count, sum_power, sum_power_sq, max_power)
    select system_id, rx_id, ant, to_timestamp($1::float8 / 1000), freq_hz, code, type, count(*), sum(power), sum(power * power), max(power)
    from heard group by 1, 2, 3, 5, 6, 7`,
    [heardAt, contact.rxId],
  );
  before = await countsIn(pool);
  // The connection reports its end; the pool does not wait for that.
  const ended = once(pool, 'remove');
  await pool.end();
  await ended;
  await server.stop();
  database = await openDatabase({ dataDir, log });
}, 120_000);
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true });
});

/** Returns the number of rows of each table of the product. */
async function countsIn(pool: Pick<Database['pool'], 'query'>): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ name: string; count: number }>(`
    select relname as name, (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I', relname), false, true, '')))[1]::text::integer
      as count from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relispartition and relname !~ '^kysely' order by relname`);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

const refused = (statement: string) =>
  database.pool.query(statement).then(
    () => 'done',
    (error: Error) => error.message,
  );

describe('a data folder of the version before, opened by this one', () => {
  test('has every row that it had', async () => {
    expect(await countsIn(database.pool)).toMatchObject(before);
    expect(before).toMatchObject({ contacts: 40, receivers: 1, systems: 1, users: 1 });
  });

  test('is worked on by a role that is no superuser and owns nothing', async () => {
    const { rows } = await database.pool.query(`
      select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication,
        (select count(*) from pg_class where relowner = pg_roles.oid) as relations,
        (select count(*) from pg_proc where proowner = pg_roles.oid) as functions
      from pg_roles where rolname = current_user and current_user = session_user`);
    const none = { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false, rolreplication: false };
    expect(rows).toEqual([{ ...none, relations: 0, functions: 0 }]);
    for (const statement of [
      'create table mine (id integer)',
      'drop table contacts_20250501',
      'alter table contacts detach partition contacts_20250501',
      'truncate contacts',
      'reset role; set role console',
      `copy users to program 'cat'`,
      `select pg_read_file('PG_VERSION')`,
      'alter function drop_contact_partition(date) security invoker',
    ])
      expect([statement, await refused(statement)]).toEqual([
        statement,
        expect.stringMatching(/must be owner|permission denied/),
      ]);
  });

  test('takes contacts of new days, and gives days back, by the functions for that', async () => {
    const stored = await insertContacts(database.ingest.pool, 'field', [
      { ...contact, ts: heardAt + dayMs },
      { ...contact, ts: Date.UTC(2013, 1, 3) },
    ]);
    expect(stored.accepted).toHaveLength(2);
    expect(await database.pool.query(`select drop_contact_partition('2013-02-03') as days`)).toMatchObject({
      rows: [{ days: 28 }],
    });
    const kept = await contactsBetween(database.pool, 'field', 0, heardAt + 2 * dayMs, 100);
    expect(kept).toHaveLength(41);
    // The host's role may also delete data past its time (RET-5).
    const past = { systemId: 'field', before: new Date(heardAt + dayMs - (heardAt % dayMs)) };
    expect(await deletePast(database, 'contacts', past, undisturbed, () => Promise.resolve(40))).toBe(40);
    expect(await contactsBetween(database.pool, 'field', 0, heardAt + 2 * dayMs, 100)).toHaveLength(1);
  });

  test('nobody else is let into the functions, and nothing that a caller puts before the tables is found by them', async () => {
    const { rows } = await database.asOwner(async ({ pool }) => {
      await pool.query('create role stranger');
      return pool.query(`select has_function_privilege('stranger', 'drop_contact_partition(date)', 'execute')
        or has_function_privilege('stranger', 'ensure_contact_partition(date)', 'execute') as may`);
    });
    expect(rows).toEqual([{ may: false }]);
    const client = await database.pool.connect();
    await client.query(`create temp table dropped_contact_days (day date primary key);
      insert into pg_temp.dropped_contact_days values ('2025-07-07'); set search_path = pg_temp, public`);
    expect((await client.query(`select ensure_contact_partition('2025-07-07') as made`)).rows).toEqual([{ made: true }]);
    client.release(true);
  });

  test('may do what a host needs besides: make a checkpoint, and see whether a backup was put back', async () => {
    expect(await refused('checkpoint')).toBe('done');
    await noticeRestore(database, log);
    expect(said.filter((line) => line.includes('may not look'))).toEqual([]);
    const { rows } = await database.pool
      .query(`select cluster <> '' as cluster, timeline > 0 as timeline, files_since is not null as files
      from database_origin`);
    expect(rows).toEqual([{ cluster: true, timeline: true, files: true }]);
  });

  test('what the owner makes later, in schemas of its own too, the host may use', async () => {
    await database.asOwner(({ pool }) =>
      pool.query('create schema later; create table later.work (id bigint generated always as identity, n serial, what text)'),
    );
    await database.pool.query(
      `insert into later.work (what) values ('this'); update later.work set what = 'that'; delete from later.work`,
    );
    expect(await refused('drop table later.work')).toMatch(/must be owner/);
    const other = await openDatabase({ dataDir, log });
    expect((await other.pool.query('select current_user')).rows).toEqual([{ current_user: 'console_host' }]);
    await other.close();
  });
});

test.each(engines)('by DATABASE_URL its one role does both, on the %s engine', async (engine) => {
  const one = await withTestDatabase(engine);
  const { rows } = await one.asOwner(({ pool }) => pool.query(`select current_user as role`));
  expect(rows).toEqual((await one.pool.query('select current_user as role')).rows);
  await one.close();
});
