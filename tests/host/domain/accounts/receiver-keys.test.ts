import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readDirectory } from '../../../../host/domain/contacts/receiver-directory.ts';
import { createReceiverKey, findReceiverKey } from '../../../../host/domain/accounts/receiver-keys.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { withTestDatabase } from '../../../support/test-database.ts';
import { planted } from '../../../support/planted.ts';

let database: Database;
beforeAll(async () => {
  database = await withTestDatabase();
  await planted(database)
    .insertInto('systems')
    .values(['north', 'south'].map((id) => ({ id, common_name: id })))
    .execute();
});
afterAll(() => database.close());

const rowOf = (name: string) =>
  database.db.selectFrom('receiver_keys').selectAll().where('name', '=', name).executeTakeFirstOrThrow();

test('a key is kept as its hash alone, and each is another (ING-8)', async () => {
  const [key, other] = [
    (await createReceiverKey(database, 'north', 'one')).key,
    (await createReceiverKey(database, 'north', 'two')).key,
  ];
  expect(key).not.toBe(other);
  expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
  const row = await rowOf('one');
  expect(row.key_hash).toEqual(createHash('sha256').update(key).digest());
  expect(JSON.stringify({ ...row, key_hash: row.key_hash.toString() })).not.toContain(key);
});

test('its use is noted once a minute, not with every request', async () => {
  const authorization = `Receiver ${(await createReceiverKey(database, 'north', 'noted')).key}`;
  expect((await rowOf('noted')).last_used_at).toBeNull();
  const before = Date.now();
  const { id } = await rowOf('noted');
  const asked = vi.spyOn(database.pool, 'query');
  const notes = () => asked.mock.calls.filter(([text]) => String(text).startsWith('update receiver_keys'));
  for (let i = 0; i < 3; i++) {
    expect(await findReceiverKey(database, authorization)).toMatchObject({ id, systemId: 'north', running: true });
  }
  expect(notes()).toEqual([[expect.any(String), [[id]]]]);
  const noted = (await rowOf('noted')).last_used_at;
  expect(Math.abs((noted?.getTime() ?? 0) - before)).toBeLessThan(60_000);
  expect((await rowOf('one')).last_used_at).toBeNull();

  for (const [age, times] of [
    ['55 seconds', 1],
    ['65 seconds', 2],
  ] as const) {
    await database.pool.query(`update  receiver_keys set last_used_at = now() - interval '${age}' where name = 'noted'`);
    await findReceiverKey(database, authorization);
    expect(notes()).toHaveLength(times);
  }
  asked.mockRestore();
});

test.each([
  ['no header', undefined],
  ['nothing', ''],
  ['another scheme', 'Bearer KEY'],
  ['no scheme', 'KEY'],
  ['something behind it', 'Receiver KEY x'],
  ['too short to be one', 'Receiver abc'],
  ['too long to be one', `Receiver ${'x'.repeat(257)}`],
  ['one that nobody made', `Receiver ${'x'.repeat(43)}`],
])('%s is no key', async (name, header) => {
  const key = (await createReceiverKey(database, 'south', name)).key;
  expect(await findReceiverKey(database, header?.replace('KEY', key))).toBeNull();
  expect(await findReceiverKey(database, `receiver   ${key}`)).toMatchObject({ systemId: 'south' });
});

test('a key that is revoked, and one whose system takes nothing (ING-8, ING-10)', async () => {
  const authorization = `Receiver ${(await createReceiverKey(database, 'south', 'off')).key}`;
  await planted(database).updateTable('systems').set({ offline: true }).where('id', '=', 'south').execute();
  expect(await findReceiverKey(database, authorization)).toMatchObject({ systemId: 'south', running: false });
  await planted(database).updateTable('systems').set({ offline: false }).where('id', '=', 'south').execute();
  await database.db.updateTable('receiver_keys').set({ revoked_at: new Date() }).where('name', '=', 'off').execute();
  expect(await findReceiverKey(database, authorization)).toBeNull();
});

test('a directory knows the receivers of its own system, by both names', async () => {
  const rows = await planted(database)
    .insertInto('receivers')
    .values([
      { system_id: 'north', alias: 'Weir' },
      { system_id: 'south', alias: 'Weir' },
      { system_id: 'south', alias: 'Dam' },
    ])
    .returning('id')
    .execute();
  const [weir = 0, otherWeir = 0, dam = 0] = rows.map(({ id }) => id);
  const north = await readDirectory(database, 'north');
  expect([weir, otherWeir, dam].map((id) => north.has(id))).toEqual([true, false, false]);
  expect(['Weir', 'Dam', 'weir'].map((alias) => north.idOf(alias))).toEqual([weir, undefined, undefined]);
});
