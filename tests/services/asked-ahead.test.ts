import { expect, test } from 'vitest';
import { fillPath } from '#model/contract/call.ts';
import { clientCalls } from '#model/contract/client-calls.ts';
import { hostCalls } from '#model/contract/host-calls.ts';
import { publicCalls } from '#model/contract/public-calls.ts';
import { aheadUrls, askForSession, forgetSession } from '../../src/early/ask-for-session.ts';
import { type AheadPage, aheadGoodForMs, withAskedAhead } from '../../src/services/http/asked-ahead.ts';
import { readKeptToken } from '../../src/services/storage/kept-token.ts';
import { tokenKey } from '../../src/services/storage/token-key.ts';

/**
 * SPEED-19: what a page requests before the console's code has loaded, and how that code finds the answers.
 */

const start = 1_700_000_000_000;

/** Returns a token that is valid for 15 minutes; `mitasId` is the system it hints at. */
function tokenFor(mitasId: string, name = 'a'): string {
  const claims = { iat: start / 1_000, exp: start / 1_000 + 900, mitasId, name };
  return `head.${btoa(JSON.stringify(claims))}.sign`;
}

type Stage = { path?: string; kept?: string | null; expiresIn?: number; hasAuthenticated?: boolean; owesLogout?: boolean };

/** Opens a page; `answers` holds the host's answers by address, by default an empty 200. */
function stage({ path = '/dashboard/north/alarms', kept = null, expiresIn = 600_000, ...known }: Stage = {}) {
  const stored = new Map<string, string>();
  if (kept !== null) stored.set(tokenKey, JSON.stringify({ token: kept, expiresAt: start + expiresIn }));
  const hasAuthenticated = known.hasAuthenticated ?? kept !== null;
  const state = { now: start, hasAuthenticated, lock: 0, onTurn: () => undefined as void };
  const asked: { url: string; authorization: string | null; locked: number }[] = [];
  const signals: (AbortSignal | null | undefined)[] = [];
  const answers: Record<string, () => Promise<Response>> = {};
  const fetchIt = (async (input: string, init?: RequestInit) => {
    signals.push(init?.signal);
    asked.push({ url: input, authorization: new Headers(init?.headers).get('authorization'), locked: state.lock });
    return await (answers[input] ?? (async () => Response.json({ of: input })))();
  }) as typeof fetch;
  const page: AheadPage = {};
  const storage = {
    read: (key: string) => stored.get(key) ?? null,
    write: (key: string, value: string) => void stored.set(key, value),
    remove: (key: string) => void stored.delete(key),
  };
  const open = () =>
    askForSession({
      page,
      place: { pathname: path, search: '' },
      fetch: fetchIt,
      storage,
      preferences: { hasAuthenticated: () => state.hasAuthenticated, owesLogout: () => known.owesLogout ?? false },
      now: () => state.now,
      async alone(task) {
        state.lock++;
        state.onTurn();
        const result = await task();
        state.lock--;
        return result;
      },
    });
  const console = withAskedAhead(page, fetchIt, () => state.now);
  const get = (url: string, token: string | null, signal?: AbortSignal) =>
    console(url, {
      method: 'GET',
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      ...(signal && { signal }),
    });
  return { state, asked, signals, page, answers, storage, open, console, get, urls: () => asked.map(({ url }) => url) };
}

const [account, systems] = aheadUrls.person;
const session = [...aheadUrls.person, ...aheadUrls.system('north')];

test('what is asked ahead are calls of the contract', () => {
  expect(aheadUrls.accessToken).toBe(publicCalls.accessToken.path);
  expect(aheadUrls.person).toEqual([clientCalls.getAccount.path, clientCalls.listSystems.path]);
  const params = { mitasId: 'north sea' };
  const { getHostConfig, listReceiversAndSites } = hostCalls;
  expect(aheadUrls.system('north sea')).toEqual(
    [getHostConfig, listReceiversAndSites].map((call) => fillPath(call.path, params)),
  );
});

test.each<[string, Stage, string[]]>([
  ['a fresh token: the person, and the system of the address', { kept: tokenFor('north') }, session],
  ['no system in the address: that of the token', { kept: tokenFor('north'), path: '/dashboard/' }, session],
  ['another system than the token’s has to be selected first', { kept: tokenFor('south') }, [...aheadUrls.person]],
  ['a stranger is asked nothing', { hasAuthenticated: false }, []],
  ['who still owes a logout is asked nothing', { kept: tokenFor('north'), owesLogout: true }, []],
])('%s', async (_, given, expected) => {
  const { open, urls } = stage(given);
  await open();
  expect(urls()).toEqual(expected);
});

test.each<[string, Stage]>([
  ['a tab without a token', { hasAuthenticated: true }],
  ['a token that is about to expire', { kept: tokenFor('north', 'old'), expiresIn: 10_000 }],
])('%s gets one first, alone, and keeps it', async (_, given) => {
  const { open, asked, answers, storage } = stage(given);
  const token = tokenFor('north', 'new');
  answers[aheadUrls.accessToken] = async () => Response.json({ accessToken: token });
  await open();
  expect(asked.map(({ url, authorization, locked }) => [url, authorization, locked])).toEqual([
    [aheadUrls.accessToken, null, 1],
    ...session.map((url) => [url, `Bearer ${token}`, 1]),
  ]);
  expect(readKeptToken(storage)).toEqual({ token, expiresAt: start + 900_000 });
});

test('a session that is over is left for the console to find, and not asked about again', async () => {
  const { open, answers, get, urls, storage } = stage({ hasAuthenticated: true });
  answers[aheadUrls.accessToken] = async () => Response.json({ type: 'TokenMissing' }, { status: 401 });
  await open();
  expect((await get(aheadUrls.accessToken, null)).status).toBe(401);
  expect([urls(), readKeptToken(storage)]).toEqual([[aheadUrls.accessToken], null]);
});

test('who logs out meanwhile is not let in by the answer', async () => {
  const { open, answers, state, urls, storage, get } = stage({ hasAuthenticated: true });
  answers[aheadUrls.accessToken] = async () => {
    state.hasAuthenticated = false;
    return Response.json({ accessToken: tokenFor('north') });
  };
  await open();
  expect([urls(), readKeptToken(storage)]).toEqual([[aheadUrls.accessToken], null]);
  await get(aheadUrls.accessToken, null);
  expect(urls(), 'nor by the console, which would take it').toEqual([aheadUrls.accessToken, aheadUrls.accessToken]);
});

test('what another tab ends while the code is on its way is opened by nobody', async () => {
  const token = tokenFor('north');
  const { open, get, page, storage, urls } = stage({ kept: token });
  await open();
  forgetSession({ page, storage });
  expect(readKeptToken(storage)).toBe(null);
  await get(account!, token);
  expect(urls()).toEqual([...session, account]);
});

test('a token that was used is no answer to who asks for another', async () => {
  const { open, answers, get, urls } = stage({ hasAuthenticated: true });
  answers[aheadUrls.accessToken] = async () => Response.json({ accessToken: tokenFor('north') });
  await open();
  await get(aheadUrls.accessToken, null);
  expect(urls()).toEqual([aheadUrls.accessToken, ...session, aheadUrls.accessToken]);
});

test('who logs out while another tab has its turn is asked nothing', async () => {
  const { state, urls, open } = stage({ hasAuthenticated: true });
  state.onTurn = () => void (state.hasAuthenticated = false);
  await open();
  expect(urls()).toEqual([]);
});

test('no question lasts for ever', async () => {
  const { open, signals } = stage({ kept: tokenFor('north') });
  await open();
  expect(signals.map((signal) => signal instanceof AbortSignal)).toEqual([true, true, true, true]);
});

test.each([
  ['no JSON', async () => new Response('<html>')],
  ['no token', async () => Response.json({})],
  ['a token that does not say when it expires', async () => Response.json({ accessToken: 'a.e30.c' })],
  ['no answer', () => Promise.reject(new TypeError('offline'))],
])('an answer that is no token keeps nothing: %s', async (_, answer) => {
  const { open, answers, urls, storage } = stage({ hasAuthenticated: true });
  answers[aheadUrls.accessToken] = answer;
  await open();
  expect([urls(), readKeptToken(storage)]).toEqual([[aheadUrls.accessToken], null]);
});

test('each answer is taken once, by the same person', async () => {
  const token = tokenFor('north');
  const { open, get, urls } = stage({ kept: token });
  await open();
  expect(await (await get(account!, token)).json()).toEqual({ of: account });
  expect(urls()).toEqual(session);
  await get(account!, token);
  await get(systems!, tokenFor('north', 'other'));
  expect(urls()).toEqual([...session, account, systems]);
});

test('a write to the same address, and an answer that is half a minute old, go to the host', async () => {
  const token = tokenFor('north');
  const { open, console, get, state, urls } = stage({ kept: token });
  await open();
  await console(account!, { method: 'PATCH', headers: { authorization: `Bearer ${token}` } });
  state.now += aheadGoodForMs + 1;
  await get(systems!, token);
  expect(urls()).toEqual([...session, account, systems]);
});

test('what the line lost is asked for again; what is given up rejects as fetch does', async () => {
  const token = tokenFor('north');
  const { open, answers, get, urls } = stage({ kept: token });
  answers[account!] = () => Promise.reject(new TypeError('offline'));
  answers[systems!] = () => new Promise(() => undefined);
  await open();
  delete answers[account!];
  expect(await (await get(account!, token)).json()).toEqual({ of: account });
  expect(urls()).toEqual([...session, account]);
  const aborter = new AbortController();
  const waiting = get(systems!, token, aborter.signal);
  aborter.abort(new Error('given up'));
  await expect(waiting).rejects.toThrow('given up');
});
