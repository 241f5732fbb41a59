import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rotationGraceMs } from '../../../../host/domain/accounts/sessions.ts';
import { understand } from '../../../../host/entry/admin/run-admin.ts';
import type { TestBrowser } from '../../../support/test-browser.ts';
import { triedEngines } from '../../../support/test-database.ts';
import { addPerson, addSystem, startTestHost, testPassword, type TestHost } from '../../../support/test-host.ts';
import { planted } from '../../../support/planted.ts';

const refresh = '/api/public/access-token';
const renew = '/api/auth/renew-token';
const account = '/api/app/client/account';
const day = 86_400_000;

/** How long a session, or something stolen from it, stays usable. */
describe.each(triedEngines)('the bounds of a session on the %s database (ACC-8)', (engine) => {
  let host: TestHost;
  let userId: number;
  let browser: TestBrowser;
  let token: string;
  beforeAll(async () => {
    host = await startTestHost({ engine });
    userId = await addPerson(host, 'ann');
    await addSystem(host, 'own', [[userId, 4]]);
  });
  afterAll(() => host.close());
  beforeEach(async () => {
    browser = host.browser();
    token = await browser.logIn('ann', testPassword);
  });
  const sessionId = (of = token) => String(decodeJwt(of)['sid']);
  const admin = async (...args: string[]) => {
    const asked = understand(args);
    if (asked.kind === 'help') throw new Error('That is no command');
    const context = { database: host.database, readPassword: () => Promise.resolve('a quiet river bend'), hostUrl: host.url };
    return (await asked.run(context)).join('\n');
  };
  const tokenOf = (json: unknown) => (json as { accessToken: string }).accessToken;

  describe('renewal', () => {
    test('needs the refresh cookie: a stolen access token makes no other', async () => {
      const thief = await host.browser().send('GET', renew, { token });
      expect([thief.status, thief.json]).toMatchObject([401, { error: { type: 'TokenMissing' } }]);
      const { status, json } = await browser.send('GET', renew, { token });
      expect([status, sessionId(tokenOf(json))]).toEqual([200, sessionId()]);
    });

    test("takes no other session's cookie, and none that was never given out", async () => {
      const other = host.browser();
      await other.logIn('ann', testPassword);
      expect((await other.send('GET', renew, { token })).status).toBe(440);
      const made = host.browser();
      made.setCookie('refresh', 'A'.repeat(43), '/api/auth');
      expect((await made.send('GET', renew, { token })).status).toBe(440);
      expect((await browser.send('GET', renew, { token })).status).toBe(200);
    });

    test('by a cookie that was used up long ago is a theft, and ends the session', async () => {
      const stolen = browser.cookie('refresh') ?? '';
      await browser.send('GET', refresh);
      const tab = host.browser();
      tab.setCookie('refresh', stolen, '/api/auth');
      expect((await tab.send('GET', renew, { token })).status, 'at the moment of the rotation another tab may').toBe(200);
      await host.database.pool.query(
        `update refresh_tokens set used_at = used_at - $1 * interval '1 ms' where session_id = $2 and used_at is not null`,
        [rotationGraceMs + 1, sessionId()],
      );
      expect((await tab.send('GET', renew, { token })).status).toBe(440);
      expect((await browser.send('GET', renew, { token })).status).toBe(440);
    });

    test('leaves the cookie as it is while it is young, and pushes it when it is a day old (ACC-7)', async () => {
      const cookie = browser.cookie('refresh');
      await browser.send('GET', renew, { token });
      expect(browser.cookie('refresh')).toBe(cookie);
      await host.database.pool.query(`update refresh_tokens set issued_at = now() - interval '25 hours' where session_id = $1`, [
        sessionId(),
      ]);
      expect((await browser.send('GET', renew, { token })).status).toBe(200);
      expect(browser.cookie('refresh')).not.toBe(cookie);
      expect((await browser.send('GET', refresh)).status).toBe(200);
    });
  });

  test('calls that answer with a token prolong nothing', async () => {
    const { exp, iat = 0 } = decodeJwt(token);
    // Tokens count in whole seconds.
    await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(iat);
    for (const [path, body] of [
      ['/api/app/client/timezone', { timezone: 'UTC', autoTimezone: true }],
      ['/api/app/client/host', { mitasId: 'own' }],
    ] as const) {
      const { json } = await browser.send('PATCH', path, { token, body });
      expect(decodeJwt((json as { token: string }).token).exp).toBe(exp);
    }
  });

  describe('90 days after it was opened', () => {
    const openedAgo = (ms: number) =>
      host.database.pool.query(`update sessions set created_at = now() - $1 * interval '1 ms' where id = $2`, [ms, sessionId()]);

    test('a session ends, however much it is used', async () => {
      await openedAgo(90 * day - 60_000);
      const { status, json } = await browser.send('GET', refresh);
      expect(status).toBe(200);
      const left = (decodeJwt(tokenOf(json)).exp ?? 0) * 1000 - Date.now();
      expect(left).toBeLessThanOrEqual(60_000);
      const { expires_at } = await host.database.db
        .selectFrom('sessions')
        .select('expires_at')
        .where('id', '=', sessionId())
        .executeTakeFirstOrThrow();
      expect(expires_at.getTime() - Date.now()).toBeLessThanOrEqual(60_000);
    });

    test('it is over, also one from before there was a limit', async () => {
      await openedAgo(90 * day + 1_000);
      expect((await browser.send('GET', refresh)).status).toBe(440);
      expect((await browser.send('GET', renew, { token })).status).toBe(440);
      expect((await browser.send('GET', account, { token })).status).toBe(440);
    });
  });

  describe('disabling an account (ACC-19)', () => {
    /** Makes each round of the race begin at another moment of a login. */
    const questions = async (count: number) => {
      for (let i = 0; i < count; i++) await host.database.pool.query('select 1');
    };

    test('leaves no session behind that was opened or renewed at that moment', async () => {
      const racer = await addPerson(host, 'racer');
      for (let round = 0; round < 8; round++) {
        await host.database.db.updateTable('users').set({ activated: true }).where('id', '=', racer).execute();
        const early = host.browser();
        await early.logIn('racer', testPassword);
        const late = host.browser();
        await late.csrfToken();
        await Promise.allSettled([
          late.logIn('racer', testPassword),
          early.send('GET', refresh),
          questions(round * 4).then(() => admin('users', 'disable', 'racer')),
          late.logIn('racer', testPassword),
        ]);
        const alive = await host.database.db
          .selectFrom('sessions')
          .select('id')
          .where('user_id', '=', racer)
          .where('ended_at', 'is', null)
          .execute();
        expect([round, alive]).toEqual([round, []]);
      }
    });

    test.each([
      ['disabled', 'activated = false'],
      ['given another password', "password_hash = 'x'"],
    ])('an account that is being %s lets in no login whose password was right a moment ago', async (how, change) => {
      const name = `slow ${how}`.replaceAll(' ', '-');
      const id = await addPerson(host, name);
      const client = await host.database.pool.connect();
      try {
        // A transaction that disables the account is still uncommitted while the password is checked.
        await client.query('begin');
        await client.query(`update users set ${change} where id = $1`, [id]);
        const login = host
          .browser()
          .logIn(name, testPassword)
          .catch((error: unknown) => String(error));
        await expect
          .poll(async () => {
            const { rows } = await host.database.pool.query<{ n: number }>(
              `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            );
            return rows[0]?.n;
          })
          .toBeGreaterThan(0);
        await client.query(
          `update sessions set ended_at = now(), ended_reason = 'removed' where user_id = $1 and ended_at is null`,
          [id],
        );
        await client.query('commit');
        expect(await login).toContain('401');
      } finally {
        client.release();
      }
      const sessions = await host.database.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute();
      expect(sessions).toEqual([]);
    });

    test('is not undone by another password', async () => {
      await addPerson(host, 'out');
      await admin('users', 'disable', 'out');
      expect(await admin('users', 'set-password', 'out')).toContain("'users enable out'");
      await expect(host.browser().logIn('out', 'a quiet river bend')).rejects.toThrow('401');
      await admin('users', 'enable', 'out');
      await host.browser().logIn('out', 'a quiet river bend');
    });
  });

  test('a member of any role is no operator of the host', async () => {
    const member = await addPerson(host, 'member');
    await host.database.pool.query('alter table memberships drop constraint if exists memberships_role_id_check');
    await planted(host.database).insertInto('memberships').values({ user_id: member, system_id: 'own', role_id: 0 }).execute();
    expect(await host.accounts.authority.isSuperuser(member)).toBe(false);
    await expect(admin('roles', 'grant', 'member', 'own', 'superuser')).rejects.toThrow('Superuser is not a role in a system');
    await expect(admin('roles', 'grant', 'member', 'own', '0')).rejects.toThrow('Superuser is not a role in a system');
  });
});
