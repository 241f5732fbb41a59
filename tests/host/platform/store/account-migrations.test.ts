import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { Pool } from 'pg';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { sharedNames, sharedNameText, warnOfSharedNames } from '../../../../host/domain/accounts/login-names.ts';
import { logSecurityNotes } from '../../../../host/domain/accounts/security-notes.ts';
import { loadSigningKeys } from '../../../../host/domain/accounts/signing-keys.ts';
import { createLog } from '../../../../host/platform/log.ts';
import { connectDatabase } from '../../../../host/platform/store/database.ts';
import * as m1 from '../../../../host/platform/store/migrations/0001-systems-and-accounts.ts';
import * as m2 from '../../../../host/platform/store/migrations/0002-fleet.ts';
import * as m3 from '../../../../host/platform/store/migrations/0003-contacts.ts';
import * as m4 from '../../../../host/platform/store/migrations/0004-alarms-and-registry.ts';
import * as m5 from '../../../../host/platform/store/migrations/0005-simulations.ts';
import * as m6 from '../../../../host/platform/store/migrations/0006-demo-accounts.ts';
import * as m7 from '../../../../host/platform/store/migrations/0007-membership-changes.ts';
import { engines, withEmptyDatabase } from '../../../support/test-database.ts';

const released = {
  '0001-systems-and-accounts': m1,
  '0002-fleet': m2,
  '0003-contacts': m3,
  '0004-alarms-and-registry': m4,
  '0005-simulations': m5,
  '0006-demo-accounts': m6,
  '0007-membership-changes': m7,
};

/** Makes a database as the previous version left it. */
async function asReleased(url: string): Promise<Pool> {
  const pool = new Pool({ connectionString: url });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...released }) } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return pool;
}

describe.each(engines)('a host of before, on the %s engine', (engine) => {
  test('keeps every row: clashing names log in nobody and are told, role 0 becomes owner, keys go on (STO-2, ACC-3)', async () => {
    const { url, drop } = await withEmptyDatabase(engine);
    const before = await asReleased(url);
    await before.query(`
      insert into users (username, email) values
        ('ann', 'ann@example.org'), ('Ann@Example.org', 'thief@example.org'), ('bob', 'bob@example.org'),
        ('cross@x.example', 'other@x.example'), ('Other@x.example', 'cross@X.example'), ('self@x.example', 'self@x.example');
      insert into systems (id, common_name) values ('lab', 'Lab');
      insert into memberships (user_id, system_id, role_id, last_seen_alarm_id) select id, 'lab', case username when 'bob' then 0 else 3 end, 7
        from users where username in ('ann', 'bob');
      insert into signing_keys (secret) values (decode(repeat('ab', 32), 'hex'));
      insert into login_attempts (kind, subject) values ('login', 'x');`);
    const { rows: users } = await before.query('select * from users order by id');
    const { rows: keys } = await before.query<{ id: string }>('select id from signing_keys');
    await before.end();

    const database = await connectDatabase(url, pino({ level: 'silent' }));
    const { rows: kept } = await database.pool.query('select * from users order by id');
    expect(kept, 'all as it was, with what came').toEqual(
      users.map((user) => ({ ...user, awaits_completion: false, excel_csv: false })),
    );
    const { rows: names } = await database.pool.query<{ name: string; user_id: number | null }>(
      'select name, user_id from login_names order by name',
    );
    expect(names).toEqual([
      { name: 'ann', user_id: 1 },
      { name: 'ann@example.org', user_id: null },
      { name: 'bob', user_id: 3 },
      { name: 'bob@example.org', user_id: 3 },
      { name: 'cross@x.example', user_id: null },
      { name: 'other@x.example', user_id: null },
      { name: 'self@x.example', user_id: 6 },
      { name: 'thief@example.org', user_id: 2 },
    ]);
    const shared = await sharedNames(database);
    expect(shared.map(({ name, holders }) => [name, holders.map(({ id }) => id)])).toEqual([
      ['ann@example.org', [1, 2]],
      ['cross@x.example', [4, 5]],
      ['other@x.example', [4, 5]],
    ]);
    expect(sharedNameText(shared[0]!)).toBe(
      "'ann@example.org' is the name of 2 people: @1 (username 'ann', email 'ann@example.org') and " +
        "@2 (username 'Ann@Example.org', email 'thief@example.org'). It logs in neither of them until one gives it up: " +
        "'users set @2 --username NAME' or '--email ADDRESS' changes a name, and @N is who has the number N.",
    );

    const { rows: memberships } = await database.pool.query(
      'select user_id, role_id, last_seen_alarm_id from memberships order by 1',
    );
    expect(memberships).toEqual([
      { user_id: 1, role_id: 3, last_seen_alarm_id: 7 },
      { user_id: 3, role_id: 1, last_seen_alarm_id: 7 },
    ]);
    expect((await (await loadSigningKeys(database)).current('token')).kid).toBe(keys[0]?.id);

    const lines: string[] = [];
    const log = createLog({ destination: { write: (line) => void lines.push(line) } });
    await warnOfSharedNames(database, log);
    expect(lines.filter((line) => line.includes('is the name of 2 people'))).toHaveLength(3);
    await logSecurityNotes(database, log);
    await logSecurityNotes(database, log);
    const told = lines.filter((line) => line.includes('role.changed')).map((line) => JSON.parse(line) as object);
    expect(told).toEqual([
      expect.objectContaining({
        security: 'role.changed',
        userId: 3,
        mitasId: 'lab',
        role: 1,
        by: expect.stringContaining('migration'),
      }),
    ]);

    // A person who gives up a shared name, or is deleted, leaves it to the other.
    await database.pool.query(`update users set username = 'thief' where id = 2; delete from users where id = 4`);
    const { rows: after } = await database.pool.query('select name, user_id from login_names order by name');
    expect(after).toEqual([
      { name: 'ann', user_id: 1 },
      { name: 'ann@example.org', user_id: 1 },
      { name: 'bob', user_id: 3 },
      { name: 'bob@example.org', user_id: 3 },
      { name: 'cross@x.example', user_id: 5 },
      { name: 'other@x.example', user_id: 5 },
      { name: 'self@x.example', user_id: 6 },
      { name: 'thief', user_id: 2 },
      { name: 'thief@example.org', user_id: 2 },
    ]);
    // A row from before the rule can still be updated without choosing another name.
    await database.pool.query(`update users set last_login = now(), username = username where id = 6`);
    await database.close();
    await drop();
  });
});
