import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#model/entities/key.ts';
import {
  createAccessKey,
  endAccessKey,
  findAccessKey,
  findAccessKeyForLogin,
  isAccessKeyLive,
  listAccessKeys,
} from '../../../../host/domain/accounts/access-keys.ts';
import { sweepAccounts } from '../../../../host/domain/accounts/housekeeping.ts';
import { refuseDemo } from '../../../../host/domain/accounts/demo.ts';
import { createLog } from '../../../../host/platform/log.ts';
import { inTransaction } from '../../../../host/platform/store/database.ts';
import { addPerson, addSystem, startTestHost, type TestHost } from '../../../support/test-host.ts';
import { planted } from '../../../support/planted.ts';

/** A person's keys for one system: making, recognising and ending them (ACC-32, ACC-34). */

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost();
});
afterAll(() => host.close());

let made = 0;
/** Adds a person with their own system and a second one that they belong to. */
async function somebody() {
  const name = `ann${++made}`;
  const [systemId, other] = [`north${made}`, `south${made}`];
  const userId = await addPerson(host, name);
  for (const system of [systemId, other]) await addSystem(host, system, [[userId, 3]]);
  return { name, userId, systemId, other, owner: { userId, systemId } };
}
const make = (owner: { userId: number; systemId: string }, name = 'R', expiresAt?: number) =>
  inTransaction(host.database, (within) => createAccessKey(within, owner, name, expiresAt));
const row = (id: number) => host.database.db.selectFrom('access_keys').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const set = (id: number, values: object) =>
  host.database.db.updateTable('access_keys').set(values).where('id', '=', id).execute();
const ago = (ms: number) => new Date(Date.now() - ms);

describe('a key that is made', () => {
  test('is known by its beginning, kept as its hash alone, and good for 90 days where nothing else is said', async () => {
    const { owner } = await somebody();
    const { key, ...shown } = await make(owner);
    expect(key).toMatch(/^tck_[A-Za-z0-9_-]{43}$/);
    const kept = await row(shown.id);
    expect(kept.key_hash).toEqual(createHash('sha256').update(key).digest());
    expect(JSON.stringify({ ...kept, key_hash: kept.key_hash.toString('utf8') })).not.toContain(key.slice(9));
    expect(key.startsWith(kept.begins_with)).toBe(true);
    expect(kept.begins_with).toHaveLength(8);
    expect(Math.abs(shown.expiresAt - (Date.now() + 90 * dayMs))).toBeLessThan(60_000);
    expect(await listAccessKeys(host.database, owner)).toEqual([shown]);
    expect((await make(owner, 'another')).key).not.toBe(key);
  });

  test.each([
    ['400 days', 400 * dayMs, null],
    ['more than 400 days', 400 * dayMs + 120_000, /at most 400 days/],
    ['no time at all', 0, /some time/],
    ['a time that is past', -dayMs, /some time/],
  ])('is good for %s or is refused', async (_, ms, refusal) => {
    const { owner } = await somebody();
    const making = make(owner, 'R', Date.now() + ms);
    if (refusal === null) expect((await making).key).toMatch(/^tck_/);
    else await expect(making).rejects.toMatchObject({ status: 400, field: 'expiresAt', message: refusal });
  });

  test('has a name of its own among the good ones of its person and system', async () => {
    const { owner, userId, other } = await somebody();
    const first = await make(owner);
    await expect(make(owner)).rejects.toMatchObject({ status: 409, field: 'name' });
    await make({ userId, systemId: other });
    await make((await somebody()).owner);
    await set(first.id, { expires_at: ago(1_000) });
    const second = await make(owner);
    await inTransaction(host.database, (within) => endAccessKey(within, second.id, owner));
    await make(owner);
  });

  test('is one of 20 at most, also where all are asked for at once', async () => {
    const { owner } = await somebody();
    const answers = await Promise.allSettled(Array.from({ length: 23 }, (_, i) => make(owner, `key ${i}`)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ status: 409, message: /20 keys/ });
    const [newest] = await listAccessKeys(host.database, owner);
    await set(newest?.id ?? 0, { expires_at: ago(1_000) });
    await make(owner, 'the one that is past does not count');
  });
});

describe('a key that is shown', () => {
  test('is found until it is past, and its use is noted to the minute', async () => {
    const { owner } = await somebody();
    const { key, id, expiresAt } = await make(owner);
    expect((await row(id)).last_used_at).toBeNull();
    const found = { id, ...owner, expiresAt };
    expect(await findAccessKey(host.database, key)).toEqual(found);
    expect(Math.abs(((await row(id)).last_used_at?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    for (const [ms, isKept] of [
      [55_000, true],
      [65_000, false],
    ] as const) {
      const before = ago(ms);
      await set(id, { last_used_at: before });
      await findAccessKey(host.database, key);
      expect((await row(id)).last_used_at?.getTime() === before.getTime()).toBe(isKept);
    }
    await set(id, { expires_at: ago(1) });
    expect(await findAccessKey(host.database, key)).toBeNull();
  });

  test.each(['', 'tck_', `tck_${'x'.repeat(43)}`, `xtck_${'x'.repeat(43)}`, 'KEY ', 'KEYx', ' KEY'])(
    "'%s' is none",
    async (text) => {
      const { key } = await make((await somebody()).owner);
      expect(await findAccessKey(host.database, text.replace('KEY', key))).toBeNull();
    },
  );
});

describe('a login with a key as its password', () => {
  test('lets in its own person into its own system, whatever the case of the name', async () => {
    const { owner, name, systemId, userId } = await somebody();
    const { key, id } = await make(owner);
    for (const login of [`${systemId}.${name}`, `${systemId}.${name.toUpperCase()}`])
      expect(await findAccessKeyForLogin(host.database, login, key)).toEqual({ keyId: id, userId, systemId });
    expect((await row(id)).last_used_at).not.toBeNull();
  });

  test('parts system and name by the first dot alone', async () => {
    const { userId, systemId } = await somebody();
    await host.database.db
      .updateTable('users')
      .set({ username: `a.b${made}` })
      .where('id', '=', userId)
      .execute();
    const { key } = await make({ userId, systemId });
    expect(await findAccessKeyForLogin(host.database, `${systemId}.a.b${made}`, key)).toMatchObject({ userId });
  });

  test('lets nobody else in', async () => {
    const { owner, name, systemId, other } = await somebody();
    const stranger = await somebody();
    const { key } = await make(owner);
    const logins = [name, `.${name}`, `${systemId}.`, `${other}.${name}`, `${systemId}.${stranger.name}`, '', `${systemId}.\0`];
    for (const login of logins) expect(await findAccessKeyForLogin(host.database, login, key)).toBeNull();
    for (const password of ['', key.slice(0, -1), `${key}x`])
      expect(await findAccessKeyForLogin(host.database, `${systemId}.${name}`, password)).toBeNull();
  });
});

describe('a system that is offline', () => {
  test('lets nobody in by a key, until it is back (FTPS-1)', async () => {
    const { owner, name, systemId } = await somebody();
    const { key, id } = await make(owner);
    const turn = (offline: boolean) =>
      planted(host.database).updateTable('systems').set({ offline }).where('id', '=', systemId).execute();
    await turn(true);
    expect(await findAccessKeyForLogin(host.database, `${systemId}.${name}`, key)).toBeNull();
    expect(await isAccessKeyLive(host.database, id)).toBe(false);
    await turn(false);
    expect(await findAccessKeyForLogin(host.database, `${systemId}.${name}`, key)).toMatchObject({ keyId: id });
    expect(await isAccessKeyLive(host.database, id)).toBe(true);
  });
});

test('nobody makes a key whose account or membership has ended', async () => {
  const [left, disabled] = [await somebody(), await somebody()];
  await planted(host.database).deleteFrom('memberships').where('user_id', '=', left.userId).execute();
  await planted(host.database).updateTable('users').set({ activated: false }).where('id', '=', disabled.userId).execute();
  for (const { owner } of [left, disabled]) await expect(make(owner)).rejects.toMatchObject({ status: 403 });
});

test('who makes a key while the membership ends gets none that outlives it', async () => {
  const { owner, userId, systemId } = await somebody();
  const removing = Promise.withResolvers<void>();
  const made = inTransaction(host.database, async (within) => {
    const key = await createAccessKey(within, owner, 'R');
    removing.resolve();
    // The removal waits for this transaction.
    await expect
      .poll(async () => {
        const { rows } = await host.database.pool.query<{ n: number }>(
          `select count(*)::integer as n from pg_locks where not granted and locktype = 'transactionid'`,
        );
        return rows[0]?.n;
      })
      .toBeGreaterThan(0);
    return key;
  });
  await removing.promise;
  const removed = planted(host.database)
    .deleteFrom('memberships')
    .where('user_id', '=', userId)
    .where('system_id', '=', systemId)
    .execute();
  const { id } = await made;
  await removed;
  expect((await row(id)).revoked_at).not.toBeNull();
});

describe('a key ends, and that is published,', () => {
  const ways: [string, (of: Awaited<ReturnType<typeof somebody>>, id: number) => Promise<unknown>][] = [
    ['when it is revoked', ({ owner }, id) => inTransaction(host.database, (within) => endAccessKey(within, id, owner))],
    [
      'when its account is disabled',
      ({ userId }) => host.database.db.updateTable('users').set({ activated: false }).where('id', '=', userId).execute(),
    ],
    [
      'when its account is deleted',
      ({ userId }) => planted(host.database).deleteFrom('users').where('id', '=', userId).execute(),
    ],
    [
      'when its person leaves the system',
      ({ userId, systemId }) =>
        planted(host.database)
          .deleteFrom('memberships')
          .where('user_id', '=', userId)
          .where('system_id', '=', systemId)
          .execute(),
    ],
    [
      'when its system is deleted',
      ({ systemId }) => planted(host.database).deleteFrom('systems').where('id', '=', systemId).execute(),
    ],
    [
      'when the demo, whose it is, may not log in any more',
      async ({ userId }) => {
        await host.database.db.updateTable('users').set({ demo: true }).where('id', '=', userId).execute();
        await refuseDemo(host.database, host.accounts.sessions, createLog({ level: 'fatal' }));
      },
    ],
  ];

  test.each(ways)('%s', async (_, end) => {
    const of = await somebody();
    const { key, id } = await make(of.owner);
    expect(await isAccessKeyLive(host.database, id)).toBe(true);
    const client = await host.database.pool.connect();
    try {
      const heard: string[] = [];
      client.on('notification', ({ payload = '' }) => heard.push(payload));
      await client.query('listen console_access');
      await end(of, id);
      expect(await findAccessKey(host.database, key)).toBeNull();
      expect(await findAccessKeyForLogin(host.database, `${of.systemId}.${of.name}`, key)).toBeNull();
      expect(await isAccessKeyLive(host.database, id)).toBe(false);
      await expect.poll(() => heard.map((text) => JSON.parse(text) as object)).toContainEqual({ accessKeyId: id });
      client.removeAllListeners('notification');
      await client.query('unlisten *');
    } finally {
      client.release();
    }
  });

  test('for good: who comes back makes another', async () => {
    const { owner, userId, systemId } = await somebody();
    const { key } = await make(owner);
    const memberships = planted(host.database);
    await memberships.deleteFrom('memberships').where('user_id', '=', userId).where('system_id', '=', systemId).execute();
    await memberships.insertInto('memberships').values({ user_id: userId, system_id: systemId, role_id: 1 }).execute();
    expect(await findAccessKey(host.database, key)).toBeNull();
  });

  test('only for whose it is: nobody ends another’s, nor one of another system', async () => {
    const { owner, userId, other } = await somebody();
    const { key, id } = await make(owner);
    const { owner: stranger } = await somebody();
    for (const wrong of [stranger, { userId, systemId: other }, { ...owner, userId: stranger.userId }])
      await expect(inTransaction(host.database, (within) => endAccessKey(within, id, wrong))).rejects.toMatchObject({
        status: 404,
      });
    expect(await findAccessKey(host.database, key)).not.toBeNull();
  });
});

test('what is past or revoked for a month is cleared away, and nothing else (ACC-21)', async () => {
  const { owner } = await somebody();
  const keys = [
    await make(owner, 'good'),
    await make(owner, 'past'),
    await make(owner, 'long past'),
    await make(owner, 'long revoked'),
  ];
  const [good, past, longPast, longRevoked] = keys.map(({ id }) => id);
  await set(past ?? 0, { expires_at: ago(29 * dayMs) });
  await set(longPast ?? 0, { expires_at: ago(31 * dayMs) });
  await set(longRevoked ?? 0, { revoked_at: ago(31 * dayMs) });
  await sweepAccounts(host.database);
  const left = await host.database.db.selectFrom('access_keys').select('id').where('user_id', '=', owner.userId).execute();
  expect(left.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([good, past]);
});
