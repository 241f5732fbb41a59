import { SignJWT, UnsecuredJWT, decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accessTokenMs } from '../../../../host/domain/accounts/access-tokens.ts';
import { refreshTokenMs, rotationGraceMs } from '../../../../host/domain/accounts/sessions.ts';
import { loadSigningKeys } from '../../../../host/domain/accounts/signing-keys.ts';
import type { TestBrowser } from '../../../support/test-browser.ts';
import { addPerson, addSystem, startTestHost, testPassword, type TestHost } from '../../../support/test-host.ts';
import { triedEngines } from '../../../support/test-database.ts';
import { findMembership } from '../../../../host/platform/store/accounts/memberships.ts';
import { planted } from '../../../support/planted.ts';

const account = '/api/app/client/account';
const refresh = '/api/public/access-token';
const refreshPath = '/api/public';

describe.each(triedEngines)('sessions on the %s database', (engine) => {
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
    host.events.length = 0;
  });

  const sessionId = () => String(decodeJwt(token)['sid']);
  const errorType = (json: unknown) => (json as { error?: { type?: string } }).error?.type;
  const tokenOf = (json: unknown) => (json as { accessToken: string }).accessToken;
  const endedReason = async () =>
    (await host.database.db.selectFrom('sessions').select('ended_reason').where('id', '=', sessionId()).executeTakeFirstOrThrow())
      .ended_reason;
  /** Ages the token as if it had been used `ms` ago. */
  const age = (ms: number) =>
    host.database.pool.query(
      `update refresh_tokens set used_at = used_at - $1 * interval '1 ms' where session_id = $2 and used_at is not null`,
      [ms, sessionId()],
    );

  async function expectOver(accessToken: string): Promise<void> {
    const answer = await host.browser().send('GET', account, { token: accessToken });
    expect([answer.status, errorType(answer.json)]).toEqual([440, 'SessionExpired']);
    expect(answer.statusText).toContain('440');
  }

  test('an access token lives 15 minutes and says nothing but who and which session (ACC-6)', () => {
    const { exp = 0, iat = 0, ...claims } = decodeJwt(token);
    expect(exp - iat).toBe(accessTokenMs / 1000);
    expect(claims).toEqual({
      sid: expect.any(String),
      sub: String(userId),
      jti: expect.any(String),
      iss: 'telemetry-console',
      aud: 'telemetry-console',
    });
  });

  test('coming back gives a fresh token of the same session and another cookie', async () => {
    const before = browser.cookie('refresh');
    const { status, json } = await browser.send('GET', refresh);
    expect(status).toBe(200);
    expect(decodeJwt(tokenOf(json))['sid']).toBe(sessionId());
    expect(browser.cookie('refresh')).toMatch(/^[\w-]{43}$/);
    expect(browser.cookie('refresh')).not.toBe(before);
    expect((await browser.send('GET', account, { token: tokenOf(json) })).status).toBe(200);
  });

  test('the session lives on while it is used: rotation pushes its end', async () => {
    await host.database.pool.query(`update sessions set expires_at = now() + interval '1 hour' where id = $1`, [sessionId()]);
    await browser.send('GET', refresh);
    const { expires_at } = await host.database.db
      .selectFrom('sessions')
      .select('expires_at')
      .where('id', '=', sessionId())
      .executeTakeFirstOrThrow();
    expect(Math.abs(expires_at.getTime() - Date.now() - refreshTokenMs)).toBeLessThan(60_000);
  });

  test('a refresh token that comes again later ends the whole family (ACC-7)', async () => {
    const stolen = browser.cookie('refresh') ?? '';
    const { json } = await browser.send('GET', refresh);
    await age(rotationGraceMs + 1_000);

    const thief = host.browser();
    thief.setCookie('refresh', stolen, refreshPath);
    const answer = await thief.send('GET', refresh);
    expect([answer.status, errorType(answer.json)]).toEqual([440, 'SessionExpired']);
    expect(thief.cookie('refresh')).toBeUndefined();

    expect(await endedReason()).toBe('reuse');
    expect(host.events).toEqual([{ kind: 'sessionEnded', sessionId: sessionId() }]);
    await expectOver(tokenOf(json));
    expect((await browser.send('GET', refresh)).status).toBe(440);
  });

  test('two tabs that refresh at the same moment both stay, on the same successor (ACC-7)', async () => {
    const sent = browser.cookie('refresh') ?? '';
    const tabs = [host.browser(), host.browser(), host.browser()];
    for (const tab of tabs) tab.setCookie('refresh', sent, refreshPath);
    const answers = await Promise.all(tabs.map((tab) => tab.send('GET', refresh)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(tabs.map((tab) => tab.cookie('refresh'))).size).toBe(1);
    expect(await endedReason()).toBeNull();
  });

  test('a late tab gets the newest successor, and its answer breaks nothing afterwards', async () => {
    const late = host.browser();
    late.setCookie('refresh', browser.cookie('refresh') ?? '', refreshPath);
    await browser.send('GET', refresh);
    await browser.send('GET', refresh);
    expect((await late.send('GET', refresh)).status).toBe(200);
    expect(late.cookie('refresh')).toBe(browser.cookie('refresh'));
    await age(rotationGraceMs + 1_000);
    expect((await late.send('GET', refresh)).status).toBe(200);
  });

  test('a token that was never given out is refused and ends nobody', async () => {
    const stranger = host.browser();
    stranger.setCookie('refresh', 'A'.repeat(43), refreshPath);
    expect((await stranger.send('GET', refresh)).status).toBe(440);
    expect((await browser.send('GET', account, { token })).status).toBe(200);
  });

  test('a refresh token past its 14 days is refused (ACC-6, ACC-8)', async () => {
    await host.database.pool.query(`update refresh_tokens set expires_at = now() where session_id = $1`, [sessionId()]);
    expect((await browser.send('GET', refresh)).status).toBe(440);
  });

  test('logout ends the session at once, tells the bus and clears the cookie (ACC-14)', async () => {
    expect((await browser.send('GET', account, { token })).status).toBe(200);
    const old = browser.cookie('refresh') ?? '';
    expect((await browser.send('PATCH', '/api/public/logout')).status).toBe(200);
    expect(host.events).toEqual([{ kind: 'sessionEnded', sessionId: sessionId() }]);
    expect(browser.cookie('refresh')).toBeUndefined();
    await expectOver(token);
    browser.setCookie('refresh', old, refreshPath);
    expect((await browser.send('GET', refresh)).status).toBe(440);
  });

  test('logout by the access token alone ends its session too', async () => {
    await host.browser().send('PATCH', '/api/public/logout', { token });
    await expectOver(token);
  });

  test('logout without any session succeeds', async () => {
    expect((await host.browser().send('PATCH', '/api/public/logout')).status).toBe(200);
    expect(host.events).toEqual([]);
  });

  test('another session of the same person lives on', async () => {
    const elsewhere = host.browser();
    const other = await elsewhere.logIn('ann', testPassword);
    await browser.send('PATCH', '/api/public/logout');
    expect((await elsewhere.send('GET', account, { token: other })).status).toBe(200);
  });

  test('renew-token gives a fresh token to a live one, and none after logout', async () => {
    const { status, json } = await browser.send('GET', '/api/auth/renew-token', { token });
    expect(status).toBe(200);
    expect(tokenOf(json)).not.toBe(token);
    expect((await browser.send('GET', account, { token: tokenOf(json) })).status).toBe(200);
    await browser.send('PATCH', '/api/public/logout');
    expect((await browser.send('GET', '/api/auth/renew-token', { token: tokenOf(json) })).status).toBe(440);
  });

  test('an expired token is a session expired; one the host never made is bad', async () => {
    const { kid, secret } = await (await loadSigningKeys(host.database)).current('token');
    const claims = (key: Uint8Array, exp: number, audience = 'telemetry-console') =>
      new SignJWT({ sid: sessionId() })
        .setProtectedHeader({ alg: 'HS256', kid })
        .setIssuer('telemetry-console')
        .setAudience(audience)
        .setSubject(String(userId))
        .setExpirationTime(exp)
        .sign(key);
    const soon = Math.floor(Date.now() / 1000) + 60;
    await expectOver(await claims(secret, soon - 120));
    const bad = [
      await claims(new Uint8Array(32).fill(7), soon),
      await claims(secret, soon, 'another-host'),
      new UnsecuredJWT({ sid: sessionId() }).setSubject(String(userId)).setExpirationTime(soon).encode(),
      `${token.slice(0, -6)}AAAAAA`,
      'x'.repeat(9_000),
    ];
    for (const forged of bad) {
      const answer = await browser.send('GET', account, { token: forged });
      expect([answer.status, errorType(answer.json)]).toEqual([401, 'BadToken']);
      expect(await host.accounts.authority.authenticate(forged)).toBeNull();
    }
    expect((await browser.send('GET', account, { token: await claims(secret, soon) })).status).toBe(200);
  });

  test('another scheme than bearer is a bad token', async () => {
    const answer = await browser.send('GET', account, { headers: { authorization: 'Basic YTpi' } });
    expect([answer.status, errorType(answer.json)]).toEqual([401, 'BadToken']);
  });

  test('the authority answers the hub: who, until when, in which role', async () => {
    const { authority } = host.accounts;
    expect(await authority.authenticate(token)).toEqual({
      userId,
      sessionId: sessionId(),
      expiresAt: (decodeJwt(token).exp ?? 0) * 1000,
    });
    expect(await authority.membership(userId, 'own')).toMatchObject({ role: 4, state: 'running' });
    expect(await authority.membership(userId, 'nosuch')).toBeNull();
    await planted(host.database).updateTable('memberships').set({ role_id: 2 }).where('user_id', '=', userId).execute();
    host.bus.publish({ kind: 'membershipChanged', userId, mitasId: 'own' });
    expect(await authority.membership(userId, 'own')).toMatchObject({ role: 2 });
    await host.accounts.sessions.end(sessionId(), 'logout');
    expect(await authority.authenticate(token)).toBeNull();
  });

  test('a stored number that is no role gives no rights', async () => {
    const stray = await addPerson(host, 'stray');
    await addSystem(host, 'astray', [[stray, 4]]);
    await host.database.pool.query('alter table memberships drop constraint memberships_role_id_check');
    await planted(host.database).updateTable('memberships').set({ role_id: -1 }).where('user_id', '=', stray).execute();
    await expect(host.accounts.authority.membership(stray, 'astray')).rejects.toThrow('Invalid type');
    // Undo queries the store directly.
    await expect(findMembership(host.database, stray, 'astray')).rejects.toThrow('Invalid type');
  });

  test('only hashes of refresh tokens are stored', async () => {
    const { rows } = await host.database.pool.query<{ text: string }>(
      'select t::text as text from refresh_tokens t union all select s::text from sessions s',
    );
    const raw = Buffer.from(browser.cookie('refresh') ?? '').toString('hex');
    for (const { text } of rows) {
      expect(text).not.toContain(browser.cookie('refresh'));
      expect(text).not.toContain(raw);
    }
  });
});
