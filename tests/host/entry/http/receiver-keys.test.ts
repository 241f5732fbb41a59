import { afterAll, beforeAll, expect, test } from 'vitest';
import { understand } from '../../../../host/entry/admin/run-admin.ts';
import { told } from '../../../support/people-stage.ts';
import { planted } from '../../../support/planted.ts';
import { addPerson, addSystem, startTestHost, testPassword, type TestHost } from '../../../support/test-host.ts';

/** The keys with which receivers send, as Administrators manage them (SYS-22, ING-8). */

let host: TestHost;
const tokens = new Map<number, string>();
let outsider: string;
beforeAll(async () => {
  host = await startTestHost();
  const ids = [1, 2, 3, 4].map(async (role) => [await addPerson(host, `role${role}`), role as 1 | 2 | 3 | 4] as const);
  await addSystem(host, 'river', await Promise.all(ids));
  for (const role of [1, 2, 3, 4]) tokens.set(role, await host.browser().logIn(`role${role}`, testPassword));
  await addSystem(host, 'lake', [[await addPerson(host, 'outsider'), 1]]);
  outsider = await host.browser().logIn('outsider', testPassword);
  await planted(host.database).insertInto('receivers').values({ system_id: 'river', alias: 'Weir' }).execute();
});
afterAll(() => host.close());

const path = '/api/mitashost/river/receiver-keys';
const as = (role: number, method: string, at = path, body?: unknown) =>
  host.browser().send(method, at, { token: tokens.get(role), body });
const post = (key: string) =>
  fetch(`${host.url}/api/ingest/river/contacts`, {
    method: 'POST',
    headers: { authorization: `Receiver ${key}` },
    body: JSON.stringify([{ rx: 'Weir', ant: 1, freq: 150.1, code: 5, type: 'coded', power: -80, ts: Date.now() - 1_000 }]),
  });
const make = async (name: string) => (await as(2, 'POST', path, { name })).json as { key: string; id: number };

test('an Administrator makes one, sees it once, and receivers send with it until it is revoked', async () => {
  const made = await make('Weir');
  expect(made.key).toMatch(/^[A-Za-z0-9_-]{43}$/);
  const { key, ...shown } = made;
  const listed = await as(2, 'GET');
  expect(listed.json).toEqual({ keys: [shown] });
  expect(listed.text).not.toContain(key);
  expect((await post(key)).status).toBe(200);
  expect((await as(1, 'GET')).json).toMatchObject({ keys: [{ lastUsedAt: expect.any(Number) as number }] });

  expect(told(await host.browser().send('DELETE', `/api/mitashost/lake/receiver-keys/${shown.id}`, { token: outsider }))).toEqual(
    [404, 'NotFound'],
  );
  expect((await post(key)).status).toBe(200);
  expect((await as(2, 'DELETE', `${path}/${shown.id}`)).json).toEqual({ message: "The key 'Weir' is revoked." });
  expect((await post(key)).status).toBe(401);
  expect((await as(2, 'GET')).json).toEqual({ keys: [] });
  expect(told(await as(2, 'DELETE', `${path}/${shown.id}`))).toEqual([404, 'NotFound']);
});

test('nobody below an Administrator sees, makes or revokes one, and nobody of another system', async () => {
  const { id, key } = await make('kept');
  for (const [method, at, body] of [
    ['GET', path, undefined],
    ['POST', path, { name: 'x' }],
    ['DELETE', `${path}/${id}`, undefined],
  ] as const) {
    for (const role of [3, 4]) expect(told(await as(role, method, at, body))).toEqual([403, 'Forbidden']);
    expect(told(await host.browser().send(method, at, { token: outsider, body }))).toEqual([403, 'Forbidden']);
  }
  expect((await post(key)).status).toBe(200);
});

test('two valid ones of a name are refused, also by the admin command, whose keys are the same', async () => {
  const { id } = await make('twice');
  expect(told(await as(2, 'POST', path, { name: 'twice' }))).toEqual([409, 'Conflict', 'name']);
  const run = async (...words: string[]): Promise<string> => {
    const asked = understand(words);
    if (!('run' in asked)) throw new Error(`No command: ${words.join(' ')}`);
    return (await asked.run({ database: host.database, readPassword: () => Promise.resolve(''), hostUrl: host.url })).join('\n');
  };
  await expect(run('keys', 'create', 'river', 'twice')).rejects.toThrow(`revoke that key with 'keys revoke ${id}'`);
  await run('keys', 'create', 'river', 'by command');
  const { keys } = (await as(2, 'GET')).json as { keys: { id: number; name: string }[] };
  expect(keys.map(({ name }) => name)).toEqual(expect.arrayContaining(['twice', 'by command']) as string[]);
  await as(2, 'DELETE', `${path}/${keys.find(({ name }) => name === 'by command')?.id}`);
  expect(await run('keys', 'list')).toMatch(/by command.*revoked/);
});

test('one that was pasted with quotes or blanks is refused with what to check (ERR-20)', async () => {
  const { key } = await make('pasted');
  for (const pasted of [`"${key}"`, `'${key}'`, `${key.slice(0, 9)} ${key.slice(9)}`, '<key>']) {
    const answer = await post(pasted);
    expect([pasted, answer.status, await answer.json()]).toEqual([
      pasted,
      401,
      {
        error: {
          code: 401,
          type: 'BadToken',
          message: 'This is not a key: check for quotes, blanks and missing characters. Send Authorization: Receiver <key>',
        },
      },
    ]);
  }
  expect((await post(key)).status).toBe(200);
});

test('who made and revoked one is in the security log', async () => {
  const { id } = await make('noted');
  await as(1, 'DELETE', `${path}/${id}`);
  const { rows } = await host.database.pool.query<{ event: object }>('select event from security_notes order by id');
  const noted = rows.map(({ event }) => event).filter((event) => 'name' in event && event.name === 'noted');
  const by = async (name: string) =>
    `user ${(await host.database.db.selectFrom('users').select('id').where('username', '=', name).executeTakeFirstOrThrow()).id}`;
  expect(noted).toEqual([
    { event: 'receiverKey.created', mitasId: 'river', name: 'noted', by: await by('role2') },
    { event: 'receiverKey.revoked', mitasId: 'river', name: 'noted', by: await by('role1') },
  ]);
});

test('a system has 500 valid ones at most', async () => {
  await host.database.pool.query(
    `insert into receiver_keys (system_id, name, key_hash) select 'lake', 'n' || n, sha256(n::text::bytea) from generate_series(1, 500) as n`,
  );
  const answer = await host
    .browser()
    .send('POST', '/api/mitashost/lake/receiver-keys', { token: outsider, body: { name: 'one more' } });
  expect(told(answer)).toEqual([409, 'Conflict', 'name']);
  expect(answer.text).toContain('500 valid keys');
});
