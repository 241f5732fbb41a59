import { hash, parseOptions } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDemo, refuseDemo, demoLogin } from '../../../../host/domain/accounts/demo.ts';
import { argon2Hasher, hashPassword, type PasswordHasher } from '../../../../host/domain/accounts/passwords.ts';
import { createLog } from '../../../../host/platform/log.ts';
import { addPerson, startTestHost, testPassword, type TestHost } from '../../../support/test-host.ts';
import { planted } from '../../../support/planted.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost();
});
afterAll(() => host.close());

const login = (username: string, password: string, on: TestHost = host) =>
  on.browser().send('POST', '/api/public/login', { body: { username, password } });

describe('logging in', () => {
  test('works by username and by email, whatever their case (ACC-2)', async () => {
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

  test('its cookies are only for the host and for the calls that need them, and gone in time (ACC-6)', async () => {
    await addPerson(host, 'cookie');
    const browser = host.browser();
    await browser.logIn('cookie', testPassword);
    const [csrf = '', device = '', refresh = '', renewal = '', ...more] = browser.setCookies;
    expect(more).toEqual([]);
    expect(csrf).toMatch(/^csrf=[^;]+; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(device).toMatch(/^device=[\w.-]+; Path=\/api\/public\/login; Expires=[^;]+; HttpOnly; SameSite=Strict$/);
    expect(refresh).toMatch(/^refresh=[\w-]{43}; Path=\/api\/public; Expires=[^;]+; HttpOnly; SameSite=Strict$/);
    expect(renewal).toBe(refresh.replace('/api/public', '/api/auth'));
    const expires = (cookie: string) => Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? '') - Date.now();
    expect(Math.abs(expires(refresh) - 14 * 86_400_000)).toBeLessThan(60_000);
    expect(Math.abs(expires(device) - 180 * 86_400_000)).toBeLessThan(60_000);
  });

  test('an unknown account, a wrong password, a disabled and an unfinished account cannot be told apart (ACC-4)', async () => {
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

  test('an unknown account, an unfinished one and a wrong password cost the same hashing', async () => {
    const verified: string[] = [];
    let hashed = 0;
    const hasher: PasswordHasher = {
      ...argon2Hasher,
      hash(password) {
        hashed++;
        return argon2Hasher.hash(password);
      },
      verify(stored, password) {
        verified.push(stored);
        return argon2Hasher.verify(stored, password);
      },
    };
    const counting = await startTestHost({ database: host.database, hasher });
    const costs: unknown[] = [];
    // A password whose typed form differs from its normal form is tried in both.
    for (const [typed, tries] of [
      ['wrong password', 1],
      ['wrong passwo\u0308rd', 2],
    ] as const) {
      costs.length = 0;
      for (const username of ['bea', 'nobody', 'unfinished', 'disabled']) {
        verified.length = 0;
        expect((await login(username, typed, counting)).status).toBe(401);
        costs.push(verified.map((stored) => parseOptions(stored)));
      }
      expect(costs[0]).toHaveLength(tries);
      for (const cost of costs) expect(cost).toEqual(costs[0]);
    }
    // Only the decoy, once, for the first login that needs it.
    expect(hashed).toBe(1);
    await counting.close();
  });

  test('they ask the database as often, too', async () => {
    const { pool } = host.database;
    let asked = 0;
    const count = () => void asked++;
    pool.on('acquire', count);
    const questions: number[] = [];
    for (const username of ['bea', 'nobody', 'unfinished', 'disabled']) {
      const rounds: number[] = [];
      for (let round = 0; round < 3; round++) {
        asked = 0;
        expect((await login(username, 'wrong password')).status).toBe(401);
        rounds.push(asked);
      }
      // The fewest of the rounds: the signing keys are also queried every few seconds.
      questions.push(Math.min(...rounds));
    }
    pool.off('acquire', count);
    expect(questions).toEqual(questions.map(() => questions[0]));
  });

  test('a password with accents is the same from every keyboard, and one of before as it was typed then (ACC-5)', async () => {
    const id = await addPerson(host, 'accents');
    const [composed, decomposed] = ['zw\u00F6lf b\u00E4ren', 'zwo\u0308lf ba\u0308ren'];
    const store = (password_hash: string) =>
      host.database.db.updateTable('users').set({ password_hash }).where('id', '=', id).execute();
    await store(await hashPassword(composed));
    for (const typed of [composed, decomposed]) expect((await login('accents', typed)).status).toBe(200);
    await store(await argon2Hasher.hash(decomposed));
    expect((await login('accents', decomposed)).status).toBe(200);
  });

  test('a wrong one that is tried in two forms counts as one try', async () => {
    await addPerson(host, 'guessed');
    for (let guess = 0; guess < 10; guess++) expect((await login('guessed', 'wro\u0308ng password')).status).toBe(401);
    expect((await login('guessed', 'wro\u0308ng password')).status).toBe(429);
  });

  test('a hash of a lower cost is made again when its password is right', async () => {
    const id = await addPerson(host, 'cheap');
    const stored = async () =>
      (await host.database.db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow())
        .password_hash ?? '';
    const password_hash = await hash(testPassword, { memoryCost: 4096, timeCost: 1 });
    await host.database.db.updateTable('users').set({ password_hash }).where('id', '=', id).execute();
    expect((await login('cheap', 'wrong password')).status).toBe(401);
    expect(await stored()).toBe(password_hash);
    expect((await login('cheap', testPassword)).status).toBe(200);
    expect(argon2Hasher.needsRehash(await stored())).toBe(false);
    expect((await login('cheap', testPassword)).status).toBe(200);
  });
});

describe('the demo (HOST-4, ACC-22)', () => {
  let made: Awaited<ReturnType<typeof makeDemo>> = null;
  test('is made once, whatever a person changed since', async () => {
    made = await makeDemo(host.database);
    await planted(host.database).updateTable('systems').set({ common_name: 'Renamed' }).where('id', '=', 'demo').execute();
    expect(await makeDemo(host.database), 'who is there already').toBeNull();
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

  test('has an operator, whose password is random, shown once and kept as a hash', async () => {
    const { rows } = await host.database.pool.query<{ row: string }>(`select users::text as row from users where superuser`);
    expect(rows).toHaveLength(1);
    expect(made?.username).toBe('operator');
    expect(made?.password).toMatch(/^[\w-]{20}$/);
    expect(rows[0]?.row).not.toContain(made?.password);
    const browser = host.browser();
    const token = await browser.logIn('operator', made?.password ?? '');
    const { json } = await browser.send('GET', '/api/app/client/mitas', { token });
    expect((json as { systems: { RoleId: number }[] }).systems.map(({ RoleId }) => RoleId)).toEqual([0, 0, 0]);
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
