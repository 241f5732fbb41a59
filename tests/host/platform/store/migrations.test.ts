import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { Pool } from 'pg';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { connectDatabase } from '../../../../host/platform/store/database.ts';
import { type Engine, engines, withEmptyDatabase, withTestDatabase } from '../../../support/test-database.ts';
import { planted } from '../../../support/planted.ts';

const log = pino({ level: 'silent' });

async function northAndSouth(engine: Engine) {
  const { pool, close } = await withTestDatabase(engine);
  const db = planted({ pool });
  const systems = [
    { id: 'north', common_name: 'North' },
    { id: 'south', common_name: 'South' },
  ];
  await db.insertInto('systems').values(systems).execute();
  return { db, close };
}

describe.each(engines)('migrations on the %s engine (STO-2)', (engine) => {
  test('several processes may start on an empty database at once, and each finds every table', async () => {
    const { url, drop } = await withEmptyDatabase(engine);
    const databases = await Promise.all(Array.from({ length: 4 }, () => connectDatabase(url, log)));
    for (const { db } of databases) {
      expect(await db.selectFrom('systems').selectAll().execute()).toEqual([]);
    }
    const [first] = databases;
    const { rows } = await first!.pool.query<{ name: string }>('select name from kysely_migration order by name');
    const files = await readdir(new URL('../../../../host/platform/store/migrations/', import.meta.url));
    expect(rows.map((row) => `${row.name}.ts`)).toEqual(files.toSorted());
    await Promise.all(databases.map((database) => database.close()));
    await drop();
  });

  test('a role that may make no schema is told what to ask for, and opens the database once it is there (JOB-1)', async () => {
    const { url, drop } = await withEmptyDatabase(engine);
    const role = `plain_${crypto.randomUUID().slice(0, 8)}`;
    const own = new URL(url);
    [own.username, own.password] = [role, 'x'];
    const admin = new Pool({ connectionString: url, max: 1 });
    await admin.query(`create role ${role} login password 'x'; grant all on schema public to ${role}`);
    await expect(connectDatabase(own.href, log)).rejects.toThrow(`CREATE SCHEMA jobs AUTHORIZATION ${role}`);
    await admin.query(`create schema jobs authorization ${role}`);
    const database = await connectDatabase(own.href, log);
    expect((await database.pool.query('select count(*)::integer as kinds from jobs.queue')).rows).toEqual([{ kinds: 0 }]);
    await database.close();
    await admin.query(`drop owned by ${role} cascade; drop role ${role}`);
    const ended = once(admin, 'remove');
    await admin.end();
    await ended;
    await drop();
  });

  test('opening again changes nothing and keeps every row', async () => {
    const database = await withTestDatabase(engine);
    await planted(database).insertInto('systems').values({ id: 'kept', common_name: 'Kept' }).execute();
    const again = await connectDatabase(database.url, log);
    expect(await again.db.selectFrom('systems').select(['id', 'common_name', 'kind', 'sidebar']).execute()).toEqual([
      { id: 'kept', common_name: 'Kept', kind: 'ingest', sidebar: { disabled: [], hidden: [], enabled: [] } },
    ]);
    await again.close();
    await database.close();
  });

  test('a receiver cannot stand at a site of another system (RX-7)', async () => {
    const { db, close } = await northAndSouth(engine);
    const site = await db
      .insertInto('sites')
      .values({ system_id: 'north', alias: 'Weir' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const receiver = { alias: 'R1', site_id: site.id };
    await expect(
      db
        .insertInto('receivers')
        .values({ ...receiver, system_id: 'south' })
        .execute(),
    ).rejects.toThrow(/foreign key/);
    await expect(
      db
        .insertInto('receivers')
        .values({ ...receiver, system_id: 'north' })
        .execute(),
    ).resolves.toHaveLength(1);
    await close();
  });

  test('usernames and emails are unique whatever their case (ACC-3, STO-10)', async () => {
    const { db, close } = await withTestDatabase(engine);
    await db.insertInto('users').values({ username: 'Zoë', email: 'zoe@example.org' }).execute();
    await expect(db.insertInto('users').values({ username: 'ZOË', email: 'other@example.org' }).execute()).rejects.toThrow(
      /users_username_key/,
    );
    await expect(db.insertInto('users').values({ username: 'other', email: 'ZOE@example.org' }).execute()).rejects.toThrow(
      /users_email_key/,
    );
    await close();
  });

  test('alarm ids count up without a gap within each system, also when written at once (ALM-1)', async () => {
    const { db, close } = await northAndSouth(engine);
    const alarm = { alarm_code_id: 4101, rx_id: null, alias: 'R1', site_name: 'Weir' };
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        db
          .insertInto('alarms')
          .values({ ...alarm, system_id: index % 2 === 0 ? 'north' : 'south' })
          .returning(['system_id', 'id'])
          .executeTakeFirstOrThrow(),
      ),
    );
    for (const system of ['north', 'south']) {
      const own = ids.filter((row) => row.system_id === system).map((row) => row.id);
      expect(own.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    }
    await close();
  });
});
