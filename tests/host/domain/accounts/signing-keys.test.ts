import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { understand } from '../../../../host/entry/admin/run-admin.ts';
import { sweepAccounts } from '../../../../host/domain/accounts/housekeeping.ts';
import { loadSigningKeys, noticeMs, retiringMs } from '../../../../host/domain/accounts/signing-keys.ts';
import { triedEngines } from '../../../support/test-database.ts';
import type { TestBrowser } from '../../../support/test-browser.ts';
import { addPerson, startTestHost, testPassword, type TestHost } from '../../../support/test-host.ts';

const account = '/api/app/client/account';
const refresh = '/api/public/access-token';
const renew = '/api/auth/renew-token';

/** A new signing key logs out no user of either host. */
describe.each(triedEngines)('signing keys on the %s database (ACC-20)', (engine) => {
  let host: TestHost;
  let second: TestHost;
  beforeAll(async () => {
    host = await startTestHost({ engine });
    second = await startTestHost({ database: host.database });
    await addPerson(host, 'ann');
  });
  afterAll(async () => {
    await second.close();
    await host.close();
  });

  const rotate = async () => {
    const asked = understand(['signing-keys', 'rotate']);
    if (asked.kind === 'help') throw new Error('That is no command');
    const context = { database: host.database, readPassword: () => Promise.resolve(''), hostUrl: host.url };
    return /Created signing key ([\w-]+)\./.exec((await asked.run(context)).join('\n'))?.[1] ?? '';
  };
  /** Ages the keys as if `ms` had passed since the last rotations. */
  const goOn = (ms: number) =>
    host.database.pool.query(
      `update signing_keys set created_at = created_at - $1 * interval '1 ms', superseded_at = superseded_at - $1 * interval '1 ms'`,
      [ms],
    );
  const kidOf = (token: string) => decodeProtectedHeader(token).kid;
  const tokenOf = (json: unknown) => (json as { accessToken: string }).accessToken;
  /** Returns the same browser at the other host of the same address. */
  const at = (where: TestHost, browser: TestBrowser) => {
    const other = where.browser();
    for (const path of ['/api/public', '/api/auth']) other.setCookie('refresh', browser.cookie('refresh') ?? '', path);
    return other;
  };

  test('a rotation under load logs nobody out, and all sign with the new key soon', { timeout: 60_000 }, async () => {
    const answers: number[] = [];
    const kids = [new Set<string | undefined>(), new Set<string | undefined>()];
    let kid = '';
    const everybodySigns = () => kid !== '' && kids.every((seen) => seen.has(kid));

    async function live(browsers: readonly TestBrowser[]): Promise<void> {
      let token = tokenOf((await browsers[0]!.send('GET', refresh)).json);
      for (let i = 0; !everybodySigns() || i < 20; i++) {
        const [here, there] = [i % 2, (i + 1) % 2];
        // Both hosts share the browser's cookie: what one sets, the other receives.
        for (const path of ['/api/public', '/api/auth'])
          browsers[here]!.setCookie('refresh', browsers[there]!.cookie('refresh') ?? '', path);
        const fresh = await browsers[here]!.send('GET', i % 3 === 0 ? refresh : renew, { token });
        answers.push(fresh.status);
        if (fresh.status !== 200) return;
        for (const path of ['/api/public', '/api/auth'])
          browsers[there]!.setCookie('refresh', browsers[here]!.cookie('refresh') ?? '', path);
        token = tokenOf(fresh.json);
        kids[here]!.add(kidOf(token));
        for (const browser of browsers) answers.push((await browser.send('GET', account, { token })).status);
      }
    }
    const people = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const browser = host.browser();
        await browser.logIn('ann', testPassword);
        return [browser, at(second, browser)];
      }),
    );
    const living = Promise.all(people.map(live));
    await expect.poll(() => answers.length, { timeout: 20_000 }).toBeGreaterThan(50);
    kid = await rotate();
    // The key signs at once, before the other host is notified; that host loads the keys when it meets the
    // unknown kid.
    await goOn(noticeMs);
    await living;
    expect(kids[0]).toContain(kid);
    expect(kids[1]).toContain(kid);
    expect(answers.length).toBeGreaterThan(200);
    expect(new Set(answers)).toEqual(new Set([200]));
  });

  test('the chain of refresh tokens goes on over a rotation, also where this host has not heard of the key', async () => {
    const browser = host.browser();
    await browser.logIn('ann', testPassword);
    const [same, late] = [at(second, browser), at(host, browser)];
    await rotate();
    await goOn(noticeMs);
    const newer = await startTestHost({ database: host.database });
    const first = at(newer, browser);
    expect((await first.send('GET', refresh)).status).toBe(200);
    for (const tab of [same, late]) {
      expect((await tab.send('GET', refresh)).status).toBe(200);
      expect(tab.cookie('refresh')).toBe(first.cookie('refresh'));
    }
    await newer.close();
  });

  test('an old key verifies until its tokens have ended, and then nothing; its secret is forgotten', async () => {
    const browser = host.browser();
    const token = await browser.logIn('ann', testPassword);
    const old = kidOf(token);
    await rotate();
    await goOn(noticeMs + 15 * 60_000);
    const during = await startTestHost({ database: host.database });
    expect((await during.browser().send('GET', account, { token })).status).toBe(200);
    await during.close();
    await goOn(retiringMs - 15 * 60_000);
    const after = await startTestHost({ database: host.database });
    const answer = await after.browser().send('GET', account, { token });
    expect([answer.status, answer.json]).toMatchObject([401, { error: { type: 'BadToken' } }]);
    expect((await at(after, browser).send('GET', refresh)).status).toBe(200);
    await after.close();

    await sweepAccounts(host.database);
    const keys = await host.database.db.selectFrom('signing_keys').selectAll().execute();
    const retired = keys.find(({ id }) => id === old);
    expect(retired?.secret).toHaveLength(0);
    expect(retired?.retired_at).toBeInstanceOf(Date);
    const living = keys.filter(({ retired_at }) => retired_at === null);
    expect(new Map(living.map(({ purpose, secret, superseded_at }) => [purpose, [secret.length, superseded_at]]))).toEqual(
      new Map([
        ['device', [32, null]],
        ['token', [32, null]],
      ]),
    );
    expect(living).toHaveLength(2);
  });

  test('a device is known over a rotation', async () => {
    const { login } = host.accounts;
    const first = await login.logIn('ann', testPassword, { address: '192.0.2.1', device: undefined });
    await rotate();
    await goOn(noticeMs + 2 * retiringMs);
    await sweepAccounts(host.database);
    for (let i = 0; i < 11; i++)
      await login.logIn('ann', 'guess', { address: '192.0.2.2', device: undefined }).catch(() => undefined);
    const from = { address: '192.0.2.2', device: first.device.cookie };
    expect(await login.logIn('ann', testPassword, from)).toMatchObject({ accessToken: expect.any(String) });
  });

  test('made-up kids cost the database one question a second; two who start at once have the same keys', async () => {
    let asked = 0;
    const counting = new Proxy(host.database.db, {
      get(db, name) {
        const value = Reflect.get(db, name) as unknown;
        if (name === 'selectFrom') asked++;
        return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(db) : value;
      },
    });
    let now = 0;
    const keys = await loadSigningKeys({ db: counting }, () => now);
    const before = asked;
    now = 100;
    for (let i = 0; i < 50; i++) expect(await keys.find('token', crypto.randomUUID())).toBeNull();
    expect(asked - before).toBe(1);
    now = 1_200;
    expect(await Promise.all([1, 2, 3].map(() => keys.find('token', crypto.randomUUID())))).toEqual([null, null, null]);
    expect(asked - before).toBe(2);
    const { kid } = await keys.current('token');
    expect(await keys.find('device', kid), 'a key signs for its purpose alone').toBeNull();

    await host.database.db.deleteFrom('signing_keys').execute();
    const several = await Promise.all([1, 2, 3, 4].map(() => loadSigningKeys(host.database)));
    const kids = await Promise.all(several.map(async (one) => (await one.current('token')).kid));
    expect(new Set(kids).size).toBe(1);
  });
});
