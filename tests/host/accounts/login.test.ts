import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attemptLimits, createLoginAttempts } from '../../../host/accounts/login-attempts.ts';
import { makeDemo, refuseDemo, demoLogin } from '../../../host/accounts/demo.ts';
import { createLog } from '../../../host/log.ts';
import { addPerson, startTestHost, testPassword, type TestHost } from '../../support/test-host.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost();
});
afterAll(() => host.close());

const login = (username: string, password: string, on: TestHost = host) =>
  on.browser().send('POST', '/api/public/login', { body: { username, password } });
const forget = () => host.database.db.deleteFrom('login_attempts').execute();

describe('logging in', () => {
  test('works by username and by email, whatever their case', async () => {
    await addPerson(host, 'Bea');
    for (const name of ['Bea', 'bea', ' BEA ', 'bea@example.org', 'Bea@Example.ORG']) {
      expect((await login(name, testPassword)).status).toBe(200);
    }
    const { last_login } = await host.database.db
      .selectFrom('users')
      .select('last_login')
      .where('username', '=', 'Bea')
      .executeTakeFirstOrThrow();
    expect(Date.now() - (last_login?.getTime() ?? 0)).toBeLessThan(60_000);
  });

  test("is by username first, should it be another person's email", async () => {
    const victim = await addPerson(host, 'victim');
    const other = await addPerson(host, 'other');
    await host.database.db.updateTable('users').set({ username: 'victim@example.org' }).where('id', '=', other).execute();
    await host.database.db.updateTable('users').set({ password_hash: null }).where('id', '=', victim).execute();
    expect((await login('victim@example.org', testPassword)).status).toBe(200);
  });

  test('the cookie is only for the host, only for its two calls, and gone after 14 days', async () => {
    await addPerson(host, 'cookie');
    const browser = host.browser();
    await browser.logIn('cookie', testPassword);
    const [csrf = '', refresh = ''] = browser.setCookies;
    expect(csrf).toMatch(/^csrf=[^;]+; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(refresh).toMatch(/^refresh=[\w-]{43}; Path=\/api\/public; Expires=[^;]+; HttpOnly; SameSite=Strict$/);
    const expires = Date.parse(/Expires=([^;]+)/.exec(refresh)?.[1] ?? '');
    expect(Math.abs(expires - Date.now() - 14 * 86_400_000)).toBeLessThan(60_000);
  });

  test('an unknown account, a wrong password, a disabled and an unfinished account cannot be told apart', async () => {
    const disabled = await addPerson(host, 'disabled');
    const unfinished = await addPerson(host, 'unfinished');
    await host.database.db.updateTable('users').set({ activated: false }).where('id', '=', disabled).execute();
    await host.database.db.updateTable('users').set({ password_hash: null }).where('id', '=', unfinished).execute();
    const answers = [
      await login('nobody', testPassword),
      await login('bea', 'wrong password'),
      await login('disabled', testPassword),
      await login('unfinished', testPassword),
    ];
    for (const { status, text, headers } of answers) {
      expect([status, text]).toEqual([answers[0]?.status, answers[0]?.text]);
      expect(headers.getSetCookie().filter((line) => line.startsWith('refresh'))).toEqual([]);
    }
    expect(answers[0]?.json).toEqual({
      error: { code: 401, type: 'InvalidCredentials', message: 'The username or the password is wrong' },
    });
  });

  test('an unknown account costs the same work as a wrong password', async () => {
    const median = async (username: string) => {
      const times: number[] = [];
      for (let i = 0; i < 5; i++) {
        await forget();
        const begun = performance.now();
        await login(username, 'wrong password');
        times.push(performance.now() - begun);
      }
      return times.toSorted((a, b) => a - b)[2] ?? 0;
    };
    await login('warm up', 'the decoy');
    const [known, unknown] = [await median('bea'), await median('nobody')];
    // Without the decoy hash the unknown account answers in a tenth of the time.
    expect(unknown).toBeGreaterThan(known * 0.4);
    await forget();
  });
});

describe('failures add up', () => {
  test('per account, and a correct password does not help until the time is over', async () => {
    await forget();
    await addPerson(host, 'carl');
    for (let i = 0; i < attemptLimits.perAccount; i++) expect((await login('carl', `guess ${i}`)).status).toBe(401);
    const refused = await login('carl', testPassword);
    expect(refused.status).toBe(429);
    expect(refused.json).toMatchObject({ error: { code: 429, type: 'TooManyRequests' } });
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(60);
    expect(wait).toBeLessThanOrEqual(attemptLimits.windowMs / 1000);
    expect((await login('CARL ', testPassword)).status).toBe(429);
    expect((await login('bea', testPassword)).status).toBe(200);

    await host.database.pool.query(`update login_attempts set at = at - $1 * interval '1 ms'`, [attemptLimits.windowMs]);
    expect((await login('carl', testPassword)).status).toBe(200);
  });

  test('of an account that does not exist as well', async () => {
    for (let i = 0; i < attemptLimits.perAccount; i++) await login('ghost', 'guess');
    expect((await login('ghost', 'guess')).status).toBe(429);
  });

  test('over a restart, and on every host of the database', async () => {
    const restarted = await startTestHost({ database: host.database });
    expect((await login('ghost', 'guess', restarted)).status).toBe(429);
    await restarted.close();
  });

  test('are forgotten after a login that succeeds', async () => {
    await forget();
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < attemptLimits.perAccount - 1; i++) await login('carl', 'guess');
      expect((await login('carl', testPassword)).status).toBe(200);
    }
  });

  test('in a burst that arrives all at once', async () => {
    await forget();
    const answers = await Promise.all(Array.from({ length: 25 }, (_, i) => login('bea', `guess ${i}`)));
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(attemptLimits.perAccount);
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(15);
  });

  test('per address over many accounts', async () => {
    await forget();
    const attempts = createLoginAttempts(host.database, { windowMs: 60_000, perAccount: 10, perAddress: 5 });
    for (let i = 0; i < 5; i++) await attempts.begin('login', `person ${i}`, '192.0.2.7');
    await expect(attempts.begin('login', 'person 9', '192.0.2.7')).rejects.toMatchObject({ status: 429 });
    await attempts.begin('login', 'person 9', '192.0.2.8');
  });

  test('without keeping what was typed: people type passwords into the wrong field', async () => {
    await login('my secret password', 'x');
    const { rows } = await host.database.pool.query<{ subject: string }>('select subject from login_attempts');
    expect(rows.map(({ subject }) => subject).join()).not.toContain('secret');
  });
});

describe('the demo', () => {
  test('is made once, whatever a person changed since', async () => {
    await forget();
    await makeDemo(host.database);
    await host.database.db.updateTable('systems').set({ common_name: 'Renamed' }).where('id', '=', 'demo').execute();
    await makeDemo(host.database);
    const browser = host.browser();
    const token = await browser.logIn(demoLogin.username, demoLogin.password);
    const { json } = await browser.send('GET', '/api/app/client/mitas', { token });
    const systems = (json as { systems: { mitasId: string; RoleId: number; commonName: string }[] }).systems;
    expect(systems.map(({ mitasId, RoleId, commonName }) => [mitasId, RoleId, commonName])).toEqual([
      ['alpine', 4, 'Alpine'],
      ['demo', 1, 'Renamed'],
      ['river', 3, 'River'],
    ]);
    const offline = await browser.send('GET', '/api/mitashost/alpine/config', { token });
    expect([offline.status, offline.json]).toEqual([
      503,
      { error: { code: 503, type: 'SystemOffline', message: 'MITAS is offline' } },
    ]);
  });

  test('is refused where others can reach the host, also with a session of before', async () => {
    const browser = host.browser();
    const token = await browser.logIn(demoLogin.username, demoLogin.password);
    const open = await startTestHost({ database: host.database, allowDemo: false });
    await refuseDemo(open.database, open.accounts.sessions, createLog({ level: 'silent' as 'fatal' }));
    expect((await login(demoLogin.username, demoLogin.password, open)).status).toBe(401);
    const again = open.browser();
    again.setCookie('refresh', browser.cookie('refresh') ?? '', '/api/public');
    expect((await again.send('GET', '/api/public/access-token')).status).toBe(440);
    expect((await again.send('GET', '/api/app/client/account', { token })).status).toBe(440);
    await open.close();
  });
});
