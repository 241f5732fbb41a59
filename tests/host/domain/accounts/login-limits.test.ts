import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLoginLimits, loginLimits, type Guess } from '../../../../host/domain/accounts/login-limits.ts';
import { argon2Hasher, type PasswordHasher } from '../../../../host/domain/accounts/passwords.ts';
import { unavailable } from '../../../../host/platform/api-error.ts';
import { triedEngines } from '../../../support/test-database.ts';
import { addPerson, startTestHost, testPassword, type TestHost } from '../../../support/test-host.ts';

/** Guessing passwords is slow for the guesser and for no other person. */
describe.each(triedEngines)('limits of guesses on the %s database (ACC-11)', (engine) => {
  let host: TestHost;
  beforeAll(async () => {
    host = await startTestHost({ engine });
    await addPerson(host, 'carl');
    await addPerson(host, 'bea');
  });
  afterAll(() => host.close());
  beforeEach(async () => {
    await host.database.db.deleteFrom('rate_limits').execute();
  });

  const logIn = (username: string, password: string, on: TestHost = host) =>
    on.browser().send('POST', '/api/public/login', { body: { username, password } });
  /** Logs in as the login call does, from a chosen address; returns the status of its answer. */
  const from = async (address: string, username: string, password: string, device?: string): Promise<number> => {
    try {
      await host.accounts.login.logIn(username, password, { address, device });
      return 200;
    } catch (error) {
      return (error as { status: number }).status;
    }
  };
  const securityEvents = (event: string) =>
    host
      .logged()
      .split('\n')
      .filter((line) => line.includes(`"security":"${event}"`));
  const attempt = (limits: ReturnType<typeof limitsOf>, more: Partial<Guess> = {}) =>
    limits.begin({ kind: 'login', account: 'ann', address: '192.0.2.7', device: null, ...more });
  const limitsOf = (more: Partial<Record<keyof typeof loginLimits, { points: number; duration: number }>> = {}) =>
    createLoginLimits({
      database: host.database,
      limits: { ...loginLimits, ...more },
      onSlowedDown: () => undefined,
      onStoreError: () => undefined,
    });
  const refused = { status: 429 };

  test('a try that the store could not count whole costs no point, also where it is away when that is taken back', async () => {
    let [isUp, asked] = [true, 0];
    const { pool } = host.database;
    const failing = new Proxy(pool, {
      get: (target, key) =>
        key === 'query'
          ? (...question: Parameters<typeof pool.query>) => {
              asked += 1;
              const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
              return isUp || asked === 1 ? target.query(...question) : Promise.reject(away);
            }
          : (Reflect.get(target, key) as unknown),
    });
    const limits = createLoginLimits({
      database: { pool: failing },
      limits: { ...loginLimits, pair: { points: 2, duration: 900 } },
      onSlowedDown: () => undefined,
      onStoreError: () => undefined,
    });
    for (let at = 0; at < 3; at++) {
      [isUp, asked] = [false, 0];
      await expect(attempt(limits)).rejects.toMatchObject({ status: 503 });
      isUp = true;
      // The points are given back by the next try from any address.
      await attempt(limits, { account: 'bea', address: `192.0.2.${at}` });
      await expect
        .poll(async () => {
          const { rows } = await pool.query<{ points: number }>(
            "select points from rate_limits where key like 'pair:%192.0.2.7'",
          );
          return rows.map(({ points }) => points);
        })
        .toEqual([0]);
    }
    await attempt(limits);
    await attempt(limits);
    await expect(attempt(limits)).rejects.toMatchObject(refused);
  });

  test('a few for one address at one account; a correct password does not help until the time is over', async () => {
    for (let i = 0; i < loginLimits.pair.points; i++) expect((await logIn('carl', `guess ${i}`)).status).toBe(401);
    const answer = await logIn('carl', testPassword);
    expect([answer.status, answer.json]).toMatchObject([429, { error: { code: 429, type: 'TooManyRequests' } }]);
    const wait = Number(answer.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(60);
    expect(wait).toBeLessThanOrEqual(loginLimits.pair.duration);
    expect((await logIn('CARL ', testPassword)).status).toBe(429);
    expect((await logIn('bea', testPassword)).status).toBe(200);

    await host.database.db
      .updateTable('rate_limits')
      .set({ expire: Date.now() - 1 })
      .execute();
    expect((await logIn('carl', testPassword)).status).toBe(200);
  });

  test('trying on lengthens no wait', async () => {
    for (let i = 0; i < loginLimits.pair.points + 20; i++) await logIn('carl', 'guess');
    const { expire } = await host.database.db
      .selectFrom('rate_limits')
      .select('expire')
      .where('key', 'like', 'pair%')
      .executeTakeFirstOrThrow();
    expect((expire ?? 0) - Date.now()).toBeLessThanOrEqual(loginLimits.pair.duration * 1000);
  });

  test("a stranger's guesses lock nobody out: the owner's own address is let in", async () => {
    for (let i = 0; i < loginLimits.pair.points + 1; i++) await from('192.0.2.66', 'carl', `guess ${i}`);
    expect(await from('192.0.2.66', 'carl', testPassword)).toBe(429);
    expect(await from('192.0.2.1', 'carl', testPassword)).toBe(200);
  });

  test('of an account that does not exist as well', async () => {
    for (let i = 0; i < loginLimits.pair.points; i++) await logIn('ghost', 'guess');
    expect((await logIn('ghost', 'guess')).status).toBe(429);
    const restarted = await startTestHost({ database: host.database });
    expect((await logIn('ghost', 'guess', restarted)).status, 'over a restart, on every host').toBe(429);
    await restarted.close();
  });

  test('are forgotten after a login that succeeds, and only those of the one who succeeded', async () => {
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < loginLimits.pair.points - 1; i++) await logIn('carl', 'guess');
      expect((await logIn('carl', testPassword)).status).toBe(200);
    }
    for (let i = 0; i < loginLimits.pair.points; i++) await from('192.0.2.66', 'carl', 'guess');
    expect(await from('192.0.2.1', 'carl', testPassword)).toBe(200);
    expect(await from('192.0.2.66', 'carl', testPassword)).toBe(429);
    const { rows } = await host.database.pool.query<{ points: number }>(
      `select points from rate_limits where key like 'address%192.0.2.1'`,
    );
    expect(rows).toEqual([{ points: 0 }]);
  });

  test('hold in a burst that arrives all at once', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, (_, i) => logIn('bea', `guess ${i}`)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(loginLimits.pair.points);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(25 - loginLimits.pair.points);
  });

  test('an address may guess at many accounts only so often; what is refused is not counted', async () => {
    const limits = limitsOf({ address: { points: 5, duration: 60 } });
    for (let i = 0; i < 5; i++) await attempt(limits, { account: `person ${i}` });
    for (let i = 0; i < 20; i++) await expect(attempt(limits, { account: 'person 9' })).rejects.toMatchObject(refused);
    await attempt(limits, { account: 'person 9', address: '192.0.2.8' });
    const { rows } = await host.database.pool.query<{ points: number }>(
      `select points from rate_limits where key like 'pair%192.0.2.7' order by points limit 1`,
    );
    expect(rows).toEqual([{ points: 0 }]);
  });

  test('a whole IPv6 network is one address, an IPv4 one in IPv6 clothes is itself', async () => {
    const limits = limitsOf({ pair: { points: 1, duration: 60 } });
    await attempt(limits, { address: '2001:db8:0:1::1' });
    for (const address of ['2001:db8:0:1:ffff::2', '2001:DB8::1:0:0:0:9', '2001:db8:0:1:1:1:192.0.2.1'])
      await expect(attempt(limits, { address })).rejects.toMatchObject(refused);
    await attempt(limits, { address: '2001:db8:0:2::1' });
    await attempt(limits, { address: '::1' });
    await attempt(limits, { address: '192.0.2.50' });
    await expect(attempt(limits, { address: '::ffff:192.0.2.50' })).rejects.toMatchObject(refused);
    // Some proxies forward the port as well, which differs for each connection.
    for (const address of ['192.0.2.50:50001', '192.0.2.50:50002', '[2001:db8:0:1::3]:50001'])
      await expect(attempt(limits, { address })).rejects.toMatchObject(refused);
  });

  describe('an account that many guess at', () => {
    const slow = { account: { points: 4, duration: 60 }, accountPace: { points: 1, duration: 10 } };
    const stranger = (i: number) => ({ address: `198.51.100.${i}` });

    test('is slowed down to one try in ten seconds, never locked', async () => {
      const limits = limitsOf(slow);
      for (let i = 0; i < 5; i++) await attempt(limits, stranger(i));
      const wait = await attempt(limits, stranger(9)).then(
        () => 0,
        (error: unknown) =>
          (error as { status: number; retryAfter: number }).status === 429 && (error as { retryAfter: number }).retryAfter,
      );
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(10);
      await attempt(limits, { ...stranger(9), account: 'somebody else' });
      await host.database.pool.query(`update rate_limits set expire = 1 where key like 'accountPace%'`);
      await attempt(limits, stranger(9));
    });

    test('leaves a device alone that has logged in there before', async () => {
      const limits = limitsOf(slow);
      for (let i = 0; i < 5; i++) await attempt(limits, stranger(i));
      await expect(attempt(limits, stranger(9))).rejects.toMatchObject(refused);
      for (let i = 0; i < 5; i++) await (await attempt(limits, { device: '7 known' })).succeeded();
    });
  });

  describe('a device that logged in before (ACC-12)', () => {
    test('is let in while its own address and everybody else is refused', async () => {
      const { device } = await host.accounts.login.logIn('carl', testPassword, { address: '192.0.2.9', device: undefined });
      for (let i = 0; i < loginLimits.pair.points + 1; i++) await from('192.0.2.9', 'carl', 'guess');
      // As if the address had used up its guesses at other accounts, without hashing for each.
      await host.database.db
        .updateTable('rate_limits')
        .set({ points: loginLimits.address.points })
        .where('key', 'like', 'address%192.0.2.9')
        .execute();
      expect(await from('192.0.2.9', 'bea', testPassword)).toBe(429);
      expect(await from('192.0.2.9', 'carl', testPassword)).toBe(429);
      expect(await from('192.0.2.9', 'carl', testPassword, device.cookie)).toBe(200);
      // The cookie only helps its own account, and only as it was signed.
      expect(await from('192.0.2.9', 'bea', testPassword, device.cookie)).toBe(429);
      expect(await from('192.0.2.9', 'carl', testPassword, `${device.cookie.slice(0, -4)}AAAA`)).toBe(429);
      expect(await from('192.0.2.9', 'carl', testPassword, 'x'.repeat(4000))).toBe(429);
    });

    test('bears its own failures only so often', async () => {
      const { device } = await host.accounts.login.logIn('carl', testPassword, { address: '192.0.2.9', device: undefined });
      for (let i = 0; i < loginLimits.device.points; i++)
        expect(await from('192.0.2.9', 'carl', 'guess', device.cookie)).toBe(401);
      expect(await from('192.0.2.9', 'carl', testPassword, device.cookie)).toBe(429);
      expect(await from('192.0.2.9', 'carl', testPassword)).toBe(200);
    });

    test('counts by itself, and begins again after a login that succeeds', async () => {
      const device = async () =>
        (await host.accounts.login.logIn('carl', testPassword, { address: '192.0.2.9', device: undefined })).device.cookie;
      const [one, other] = [await device(), await device()];
      for (let round = 0; round < 3; round++) {
        for (let i = 0; i < loginLimits.device.points - 1; i++) await from('192.0.2.9', 'carl', 'guess', one);
        expect(await from('192.0.2.9', 'carl', testPassword, one)).toBe(200);
      }
      for (let i = 0; i < loginLimits.device.points + 1; i++) await from('192.0.2.9', 'carl', 'guess', one);
      expect(await from('192.0.2.9', 'carl', testPassword, one)).toBe(429);
      expect(await from('192.0.2.9', 'carl', testPassword, other)).toBe(200);
    });

    test('is known by the browser’s cookie, for each of the people who use it', async () => {
      const browser = host.browser();
      const send = (username: string, password: string) =>
        browser.send('POST', '/api/public/login', { body: { username, password } });
      expect((await send('carl', testPassword)).status).toBe(200);
      expect((await send('bea', testPassword)).status).toBe(200);
      for (let i = 0; i < loginLimits.pair.points + 1; i++) for (const name of ['carl', 'bea']) await logIn(name, 'guess');
      for (const name of ['carl', 'bea']) {
        expect((await logIn(name, testPassword)).status).toBe(429);
        expect((await send(name, testPassword)).status).toBe(200);
      }
    });
  });

  test('nobody is let in without being counted: 503 while the store fails, told in the log', async () => {
    await host.database.pool.query('alter table rate_limits rename to gone');
    try {
      const answer = await logIn('carl', testPassword);
      expect([answer.status, answer.json]).toMatchObject([503, { error: { code: 503, type: 'Unavailable' } }]);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(host.logged()).toContain('cannot be counted');
    } finally {
      await host.database.pool.query('alter table gone rename to rate_limits');
    }
    expect((await logIn('carl', testPassword)).status).toBe(200);
  });

  test('count no right password that the host could not let in: it could not open the session', async () => {
    await host.database.pool.query('alter table sessions rename to gone');
    try {
      for (let i = 0; i < loginLimits.pair.points + 1; i++)
        expect((await logIn('carl', testPassword)).status).toBeGreaterThanOrEqual(500);
    } finally {
      await host.database.pool.query('alter table gone rename to sessions');
    }
    expect((await logIn('carl', testPassword)).status).toBe(200);
  });

  test('count no password that could not be judged: the host was busy, nobody has guessed', async () => {
    let isBusy = false;
    const hasher: PasswordHasher = {
      ...argon2Hasher,
      verify: (stored, password) =>
        isBusy ? Promise.reject(unavailable('Too many people are logging in')) : argon2Hasher.verify(stored, password),
    };
    const busy = await startTestHost({ database: host.database, hasher });
    const browser = busy.browser();
    const token = await browser.logIn('bea', testPassword);
    const account = { firstName: 'Bea', lastName: 'B', username: 'bea', email: 'new@bea.example', password: testPassword };
    const attempts = {
      stranger: () => logIn('bea', testPassword, busy),
      device: () => browser.send('POST', '/api/public/login', { body: { username: 'bea', password: testPassword } }),
      change: () => browser.send('PATCH', '/api/app/client/account', { token, body: account }),
    };
    for (const [who, attempt] of Object.entries(attempts)) {
      isBusy = true;
      for (let i = 0; i < loginLimits.pair.points + 1; i++) expect([who, (await attempt()).status]).toEqual([who, 503]);
      isBusy = false;
      expect([who, (await attempt()).status]).toEqual([who, 200]);
    }
    await busy.close();
  });

  test('keep nothing of what was typed: people type passwords into the wrong field', async () => {
    await logIn('my secret password', 'x');
    const rows = await host.database.db.selectFrom('rate_limits').select('key').execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ key }) => key).join()).not.toContain('secret');
    expect(host.logged()).not.toContain('my secret password');
  });

  test('are told as security events: success, each failure, and the first refusal of a limit', async () => {
    const count = () =>
      Object.fromEntries(
        ['login.succeeded', 'login.failed', 'login.slowedDown'].map((event) => [event, securityEvents(event).length]),
      );
    const before = count();
    const told = (event: string) => (count()[event] ?? 0) - (before[event] ?? 0);
    await logIn('bea', testPassword);
    for (let i = 0; i < loginLimits.pair.points + 5; i++) await logIn('bea', 'guess');
    expect(told('login.succeeded')).toBe(1);
    expect(told('login.failed')).toBe(loginLimits.pair.points);
    expect(told('login.slowedDown')).toBe(1);
    expect(JSON.parse(securityEvents('login.failed').at(-1) ?? '{}')).toMatchObject({
      userId: expect.any(Number),
      address: '127.0.0.1',
    });
  });
});
