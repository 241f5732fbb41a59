import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { clientCalls } from '#model/contract/client-calls.ts';
import { publicCalls } from '#model/contract/public-calls.ts';
import { type Page, newBrowser, openPage } from '../support/browser-page.ts';
import { type ContractHost, makeToken, refusal, startContractHost } from '../support/contract-host.ts';

let host: ContractHost;
let page: Page;
const madeCalls = () => host.calls.map(({ call }) => call);

beforeEach(async () => {
  host = await startContractHost();
  page = openPage({ url: host.url });
});
afterEach(() => host.close());

const kept = () => ({
  token: page.services.tokens.read()?.token,
  hasAuthenticated: page.services.preferences.hasAuthenticated(),
});
const nothingKept = { token: undefined, hasAuthenticated: false };

describe('restoring a session (ACC-10)', () => {
  test('asks nothing where nobody has ever logged in', async () => {
    expect(await page.services.session.restore()).toBeNull();
    expect(madeCalls()).toEqual([]);
  });

  test('takes the token of the tab while it is good', async () => {
    const expiresAt = page.services.tokens.keep(makeToken(900));
    expect(await page.services.session.restore()).toEqual({ expiresAt });
    expect(madeCalls()).toEqual([]);
  });

  test('asks for a fresh one where the token of the tab is about to expire', async () => {
    page.services.tokens.keep(makeToken(14));
    const restored = await page.services.session.restore();
    expect(restored?.expiresAt).toBeGreaterThan(Date.now() + 800_000);
    expect(madeCalls()).toEqual(['GET /api/public/access-token']);
  });

  test('finds silently that there is no session any more, and remembers it', async () => {
    page.services.preferences.setHasAuthenticated(true);
    host.answer(publicCalls.accessToken, () => ({ status: 401, body: refusal(401, 'TokenMissing', 'Log in first') }));
    expect(await page.services.session.restore()).toBeNull();
    expect(kept()).toEqual(nothingKept);
  });

  test('tells that the session has expired', async () => {
    page.services.preferences.setHasAuthenticated(true);
    host.answer(publicCalls.accessToken, () => ({ status: 440, body: refusal(440, 'SessionExpired') }));
    await expect(page.services.session.restore()).rejects.toMatchObject({ failure: { code: 440, type: 'SessionExpired' } });
    expect(kept()).toEqual(nothingKept);
  });

  test.each([[500], [429]])('forgets nothing when the host answers %d', async (status) => {
    page.services.preferences.setHasAuthenticated(true);
    host.answer(publicCalls.accessToken, () => ({ status, body: refusal(status, 'ServerError') }));
    await expect(page.services.session.restore()).rejects.toMatchObject({ failure: { code: status } });
    expect(kept().hasAuthenticated).toBe(true);
  });
});

test('tabs that come back together use the refresh cookie one after another: used twice, it would end the session (ACC-7)', async () => {
  const first = { asked: Promise.withResolvers<void>(), answered: Promise.withResolvers<void>() };
  let asked = 0;
  host.answer(publicCalls.accessToken, async () => {
    asked++;
    first.asked.resolve();
    await first.answered.promise;
    return { body: { accessToken: makeToken() } };
  });
  const browser = newBrowser();
  const tabs = [1, 2, 3, 4].map(() => openPage({ url: host.url, browser }));
  for (const tab of tabs) tab.services.tokens.keep(makeToken(1));
  const restoring = Promise.all(tabs.map((tab) => tab.services.session.restore()));
  await first.asked.promise;
  // By the time that these are answered, the other tabs would have been heard.
  for (const { services } of tabs) await services.http.call(publicCalls.csrfToken, {});
  expect(asked).toBe(1);
  first.answered.resolve();
  expect((await restoring).every((session) => session !== null)).toBe(true);
  expect(asked).toBe(4);
});

describe('logging out (ACC-14)', () => {
  test('forgets everything here even when the host could not be told, and says so', async () => {
    page.services.tokens.keep(makeToken());
    page.services.preferences.setHasAuthenticated(true);
    host.answer(publicCalls.logout, () => ({ status: 500, body: refusal(500, 'ServerError') }));
    await expect(page.services.session.logOut()).rejects.toMatchObject({ failure: { code: 500 } });
    expect(kept()).toEqual(nothingKept);
  });

  test('that the host was not told is told at the next start, until it answers; nobody is let in meanwhile', async () => {
    const { session, preferences, tokens } = page.services;
    preferences.setHasAuthenticated(true);
    tokens.keep(makeToken());
    host.answer(publicCalls.logout, () => ({ status: 500, body: refusal(500, 'ServerError') }));
    await expect(session.logOut()).rejects.toMatchObject({ failure: { code: 500 } });
    expect(await session.restore()).toBeNull();
    expect(preferences.owesLogout()).toBe(true);
    host.answer(publicCalls.logout, () => ({ body: {} }));
    expect(await session.restore()).toBeNull();
    expect(preferences.owesLogout()).toBe(false);
    const told = madeCalls().filter((call) => call === 'PATCH /api/public/logout').length;
    expect(told).toBe(3);
    expect(await session.restore()).toBeNull();
    expect(madeCalls().filter((call) => call === 'PATCH /api/public/logout')).toHaveLength(told);
  });

  test('that is still owed is settled by a login, which takes the cookie over', async () => {
    const { session, preferences } = page.services;
    preferences.setOwesLogout(true);
    host.answer(publicCalls.login, () => ({ body: { accessToken: makeToken() } }));
    await session.logIn({ username: 'demo', password: 'demo-password' });
    expect(preferences.owesLogout()).toBe(false);
    expect(await session.restore()).toMatchObject({ expiresAt: expect.any(Number) });
  });

  test('is not undone by a renewal that was under way', async () => {
    const late = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    host.answer(publicCalls.logout, () => ({ body: {} }));
    host.answer(publicCalls.accessToken, async () => {
      asked.resolve();
      await late.promise;
      return { body: { accessToken: makeToken() } };
    });
    page.services.tokens.keep(makeToken());
    const call = page.services.http.call(clientCalls.getAccount, {});
    const refused = call.then(
      () => 'answered',
      (failure: unknown) => failure,
    );
    await asked.promise;
    await page.services.session.logOut();
    late.resolve();
    expect(await refused).toMatchObject({ failure: { type: 'SessionExpired' } });
    expect(kept()).toEqual(nothingKept);
  });
});
