import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { watchOutsideChanges } from '../../../../host/domain/accounts/outside-changes.ts';
import { openLine } from '../../../../host/platform/bus/database-line.ts';
import { createLog } from '../../../../host/platform/log.ts';
import { type PeopleStage, startPeopleStage, told } from '../../../support/people-stage.ts';
import { planted } from '../../../support/planted.ts';
import { addPerson, addSystem, startTestHost, testPassword, type TestHost } from '../../../support/test-host.ts';

/** What a program can and cannot do with an access key (ACC-32 to ACC-34). */

let stage: PeopleStage;
let host: TestHost;
beforeAll(async () => {
  stage = await startPeopleStage();
  ({ host } = stage);
});
afterAll(() => stage.close());

let made = 0;
type Role = 1 | 2 | 3 | 4;
/** Adds a logged-in person with a role in their own system, who has made a key there. */
async function somebody(role: Role = 1) {
  const name = `kim${++made}`;
  const system = `lake${made}`;
  const userId = await addPerson(host, name);
  await addSystem(host, system, [[userId, role]]);
  const token = await host.browser().logIn(name, testPassword);
  const path = `/api/mitashost/${system}/access-keys`;
  const answer = await host.browser().send('POST', path, { token, body: { name: 'R' } });
  const { key, id } = answer.json as { key: string; id: number };
  return { name, userId, system, token, path, answer, key, id };
}
const send = (method: string, path: string, token: string, body?: unknown) => host.browser().send(method, path, { token, body });
const read = (system: string, key: string, at = host.url) =>
  fetch(`${at}/api/mitashost/${system}/receiver-sites`, { headers: { authorization: `Bearer ${key}` } });
const members = () => planted(host.database);

describe('who has a key', () => {
  test('sees it once, and then what it is called, how it begins and when it was used; it is mailed that one was made', async () => {
    const { name, system, token, path, answer, key, id } = await somebody(4);
    expect(answer.status).toBe(200);
    expect(key).toMatch(/^tck_/);
    const { key: _, ...shown } = answer.json as { key: string; beginsWith: string };
    const listed = await send('GET', path, token);
    expect(listed.json).toEqual({ keys: [shown] });
    expect(listed.text).not.toContain(key);
    expect(shown).toMatchObject({ id, name: 'R', beginsWith: key.slice(0, 8), lastUsedAt: null });
    await read(system, key);
    expect((await send('GET', path, token)).json).toMatchObject({ keys: [{ lastUsedAt: expect.any(Number) as number }] });
    const mail = await stage.mailTo(`${name}@example.org`);
    expect(mail).toContain(
      `A key was created with your account ${name}. Programs can use it to read the data of System ${system}`,
    );
    expect(mail).not.toContain('tck_');
  });

  test('sees their own alone, and revokes no other, whatever their role', async () => {
    const { system, key, id } = await somebody();
    const userId = await addPerson(host, `boss${made}`, { superuser: true });
    await members().insertInto('memberships').values({ user_id: userId, system_id: system, role_id: 1 }).execute();
    const boss = await host.browser().logIn(`boss${made}`, testPassword);
    expect((await send('GET', `/api/mitashost/${system}/access-keys`, boss)).json).toEqual({ keys: [] });
    expect(told(await send('DELETE', `/api/mitashost/${system}/access-keys/${id}`, boss))).toEqual([404, 'NotFound']);
    expect((await read(system, key)).status).toBe(200);
  });

  test('is refused what does not fit, by its field', async () => {
    const { path, token } = await somebody();
    expect(told(await send('POST', path, token, { name: ' ' }))).toEqual([400, 'InvalidRequest', 'name']);
    expect(told(await send('POST', path, token, { name: 'x'.repeat(101) }))).toEqual([400, 'InvalidRequest', 'name']);
    expect(told(await send('POST', path, token, { name: 'R' }))).toEqual([409, 'Conflict', 'name']);
    for (const expiresAt of [Date.now() - 1, Date.now() + 401 * 86_400_000])
      expect(told(await send('POST', path, token, { name: 'S', expiresAt }))).toEqual([400, 'InvalidRequest', 'expiresAt']);
  });
});

describe('a program with a key reads', () => {
  test.each([1, 2, 3, 4] as const)('what Viewers may, though its person has role %i', async (role) => {
    const { system, key } = await somebody(role);
    const at = `/api/mitashost/${system}`;
    for (const path of [`${at}/receiver-sites`, `${at}/config`, `${at}/alarms`, `${at}/animals`])
      expect([path, (await send('GET', path, key)).status]).toEqual([path, 200]);
    // Only for Administrators, which the key's owner may be.
    for (const path of [`${at}/detection-config`, `${at}/webhook`, `${at}/receiver-keys`])
      expect(told(await send('GET', path, key))).toEqual([403, 'Forbidden']);
  });

  test('nothing that is kept from Viewers within what it may read: it has their role', async () => {
    const { system, key, userId } = await somebody(1);
    await members()
      .insertInto('invitations')
      .values({
        system_id: system,
        email: 'guest@example.org',
        role_id: 4,
        token_hash: Buffer.from(system),
        sender_id: userId,
        expires_at: new Date(Date.now() + 60_000),
      })
      .execute();
    expect((await send('GET', `/api/app/mitas/${system}/collaborators`, key)).text).not.toContain('guest@example.org');
  });

  test('its own system alone, and cannot tell whether there is another (SYS-4)', async () => {
    const { userId, key } = await somebody();
    await addSystem(host, `pond${made}`, [[userId, 1]]);
    const [other, missing] = [await read(`pond${made}`, key), await read('nosuch', key)];
    expect([other.status, missing.status]).toEqual([403, 403]);
    const text = await other.text();
    expect(text).toContain('This access key belongs to another system');
    expect(await missing.text()).toBe(text);
  });

  test('a system that is offline as little as anybody', async () => {
    const { system, key } = await somebody();
    await members().updateTable('systems').set({ offline: true }).where('id', '=', system).execute();
    host.bus.publish({ kind: 'systemsChanged', mitasIds: [system] });
    expect(told(await send('GET', `/api/mitashost/${system}/receiver-sites`, key))).toEqual([503, 'SystemOffline']);
  });
});

describe('a key is refused, with what it is for,', () => {
  test.each([
    ['POST', '/api/mitashost/SYSTEM/sites', { alias: 'x' }],
    ['POST', '/api/mitashost/SYSTEM/commands/find', { commandIds: [] }],
    ['POST', '/api/mitashost/SYSTEM/access-keys', { name: 'more' }],
    ['GET', '/api/mitashost/SYSTEM/access-keys', undefined],
    ['DELETE', '/api/mitashost/SYSTEM/access-keys/ID', undefined],
    ['GET', '/api/app/client/account', undefined],
    ['GET', '/api/app/client/mitas', undefined],
    ['GET', '/api/public/csrf-token', undefined],
    ['GET', '/api/public/access-token', undefined],
    ['POST', '/api/public/login', { username: 'kim1', password: 'KEY' }],
  ])('%s %s', async (method, path, body) => {
    const { system, key, id } = await somebody();
    const answer = await send(method, path.replace('SYSTEM', system).replace('ID', String(id)), key, body);
    expect(told(answer)).toEqual([403, 'Forbidden']);
    expect(answer.text).toContain('An access key only reads what Viewers of its system may');
  });

  test('as a password, as a refresh token and by the live line', async () => {
    const { name, key } = await somebody();
    expect((await host.browser().send('POST', '/api/public/login', { body: { username: name, password: key } })).status).toBe(
      401,
    );
    const browser = host.browser();
    browser.setCookie('refresh', key, '/');
    expect((await browser.send('GET', '/api/public/access-token')).status).toBe(440);
    expect(await host.accounts.authority.authenticate(key)).toBeNull();
    expect(await host.accounts.authority.judge(key)).toMatchObject({ ok: true });
  });

  test('by ingest, which has keys of its own', async () => {
    const { system, key } = await somebody();
    for (const scheme of ['Receiver', 'Bearer']) {
      const headers = { authorization: `${scheme} ${key}` };
      expect((await fetch(`${host.url}/api/ingest/${system}/contacts`, { method: 'POST', headers, body: '[]' })).status).toBe(
        401,
      );
    }
  });
});

test('a key that was pasted with quotes, blanks or in part is refused with what to check, and kept out of the log (ERR-20)', async () => {
  const { system, key } = await somebody();
  for (const pasted of [`"${key}"`, `'${key}'`, key.slice(0, -1), `${key.slice(0, 9)} ${key.slice(9)}`]) {
    const answer = await read(system, pasted);
    const text = await answer.text();
    expect([pasted, answer.status, JSON.parse(text)]).toEqual([
      pasted,
      401,
      {
        error: {
          code: 401,
          type: 'BadToken',
          message: 'This is not a key: check for quotes, blanks and missing characters. Send Authorization: Bearer <key>',
        },
      },
    ]);
  }
  expect((await read(system, key)).status).toBe(200);
  expect((await read(system, ` ${key}`)).status, 'blanks before it are no part of it').toBe(200);
  expect(host.logged()).not.toContain(key.slice(9, -9));
});

describe('a key is good no more (ACC-34)', () => {
  const patience = { timeout: 8_000, interval: 50 };
  const isDead = async (system: string, key: string, at?: string) => {
    await expect.poll(async () => (await read(system, key, at)).status, patience).toBe(401);
    expect(await (await read(system, key, at)).text()).toContain('This access key is not valid');
  };

  test('at once when it is revoked, which is published', async () => {
    const { system, key, id, path, token } = await somebody();
    expect((await read(system, key)).status).toBe(200);
    expect((await send('DELETE', `${path}/${id}`, token)).json).toEqual({ message: 'The key is revoked.' });
    expect((await read(system, key)).status).toBe(401);
    expect(host.events).toContainEqual({ kind: 'accessKeyRevoked', keyId: id });
    expect((await send('GET', path, token)).json).toEqual({ keys: [] });
    expect(told(await send('DELETE', `${path}/${id}`, token))).toEqual([404, 'NotFound']);
  });

  test('on another host as soon as the database has announced it', async () => {
    const { system, key, id, path, token } = await somebody();
    const other = await startTestHost({ database: host.database });
    const log = createLog({ level: 'fatal' });
    const line = openLine(host.database.pool.options, log);
    const stop = watchOutsideChanges(host.database, other.bus, log, { line });
    try {
      await line.opened;
      expect((await read(system, key, other.url)).status).toBe(200);
      await send('DELETE', `${path}/${id}`, token);
      await expect.poll(() => other.events).toContainEqual({ kind: 'accessKeyRevoked', keyId: id });
      expect((await read(system, key, other.url)).status).toBe(401);
    } finally {
      await stop();
      await line.close();
      await other.close();
    }
  });

  test.each([
    [
      'when its person is put out of the system',
      (userId: number, system: string) =>
        members().deleteFrom('memberships').where('user_id', '=', userId).where('system_id', '=', system).execute(),
    ],
    [
      'when its account is disabled',
      (userId: number) => host.database.db.updateTable('users').set({ activated: false }).where('id', '=', userId).execute(),
    ],
    [
      'when it is past',
      (userId: number) =>
        host.database.db.updateTable('access_keys').set({ expires_at: new Date() }).where('user_id', '=', userId).execute(),
    ],
  ])('within seconds %s', async (_, end) => {
    const { system, key, userId } = await somebody();
    expect((await read(system, key)).status).toBe(200);
    await end(userId, system);
    await isDead(system, key);
  });

  test('where its person operates the host no more and is no member', async () => {
    const userId = await addPerson(host, `op${++made}`, { superuser: true });
    await addSystem(host, `lake${made}`);
    const { key } = await host.people.keys.make({ userId, systemId: `lake${made}` }, 'R');
    expect((await read(`lake${made}`, key)).status).toBe(200);
    await host.database.db.updateTable('users').set({ superuser: false }).where('id', '=', userId).execute();
    await isDead(`lake${made}`, key);
  });

  test('while a role that is lowered leaves it what Viewers may', async () => {
    const { system, key, userId } = await somebody(1);
    await members().updateTable('memberships').set({ role_id: 4 }).where('user_id', '=', userId).execute();
    host.bus.publish({ kind: 'membershipChanged', userId, mitasId: system });
    expect((await read(system, key)).status).toBe(200);
  });
});

describe('how often a program may call', () => {
  test('each key is counted by itself, and told how long to wait (429)', async () => {
    const own = await startTestHost({ database: host.database, keyCalls: { points: 3, duration: 60 } });
    try {
      const [one, two] = [await somebody(), await somebody()];
      for (let i = 0; i < 3; i++) expect((await read(one.system, one.key, own.url)).status).toBe(200);
      const refused = await read(one.system, one.key, own.url);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
      expect(await refused.text()).toContain('This access key may make 3 calls in 60 s');
      expect((await read(two.system, two.key, own.url)).status).toBe(200);
      const account = await fetch(`${own.url}/api/app/client/account`, { headers: { authorization: `Bearer ${one.token}` } });
      expect(account.status, 'its person is not').toBe(200);
      const told = own
        .logged()
        .split('\n')
        .filter((line) => line.includes('accessKey.slowedDown'));
      expect(told.map((line) => (JSON.parse(line) as { keyId: number }).keyId)).toEqual([one.id]);
    } finally {
      await own.close();
    }
  });

  test('keys that are none are counted by address', async () => {
    const own = await startTestHost({ database: host.database, anonymousCalls: { points: 3, duration: 60 } });
    try {
      const { system, key } = await somebody();
      const guess = () => read(system, `tck_${'x'.repeat(43)}`, own.url);
      for (let i = 0; i < 3; i++) expect((await guess()).status).toBe(401);
      expect((await guess()).status).toBe(429);
      expect((await read(system, key, own.url)).status).toBe(200);
    } finally {
      await own.close();
    }
  });
});

test('no key is in the log, an answer of an error, Activity or the database (JRN-5)', async () => {
  const { system, key, id, path, token, userId } = await somebody();
  await read(system, key);
  await fetch(`${host.url}/api/nowhere/${key}?key=${key}`, { headers: { authorization: `Bearer ${key}` } });
  const answers = [
    await send('GET', `/api/mitashost/${system}/alarms?limit=${key}`, token),
    await send('GET', `/api/mitashost/${key}/alarms`, token),
    await send('GET', `/api/mitashost/${system}/activity`, token),
    await send('DELETE', `${path}/${id}`, token),
    await send('GET', path, token),
  ];
  for (const { text } of answers) expect(text).not.toContain(key);
  expect(host.logged()).toContain(`"userId":${userId},"keyId":${id}`);
  expect(host.logged()).not.toContain(key);
  const lines: string[] = [];
  createLog({ destination: { write: (line) => void lines.push(line) } }).info({ url: `/x?k=${key}` }, `what holds ${key}`);
  expect(lines.join('')).toContain('/x?k=tck_[secret]');
  expect(lines.join('')).not.toContain(key);
  const { rows } = await host.database.pool.query<{ event: { event: string } }>('select event from security_notes order by id');
  const noted = rows.map(({ event }) => event).filter((event) => JSON.stringify(event).includes(system));
  const whose = { userId, mitasId: system, keyId: id };
  expect(noted).toEqual([
    { event: 'accessKey.created', ...whose },
    { event: 'accessKey.revoked', ...whose },
  ]);
});
