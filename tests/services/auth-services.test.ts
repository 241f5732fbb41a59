import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ActorRefFrom, type EventObject, type InspectionEvent, waitFor } from 'xstate';
import { composeAuth } from '../../src/composition/compose.ts';
import type { AuthSnapshot } from '../../src/machines/auth/auth-selectors.ts';
import type { authMachine } from '../../src/machines/auth/auth-machine.ts';
import { clientCalls } from '#model/contract/client-calls.ts';
import { publicCalls } from '#model/contract/public-calls.ts';
import type { SurroundingsChange } from '../../src/services/ports.ts';
import { announced } from '../machines/auth.samples.ts';
import { type Page, newBrowser, openPage } from '../support/browser-page.ts';
import { type ContractHost, makeToken, refusal, startContractHost } from '../support/contract-host.ts';
import { stage } from '../support/frame-stage.ts';

/** The auth machine with its real services, against a host whose answers the test controls. */
type Auth = { actor: ActorRefFrom<typeof authMachine>; heard: EventObject[]; stop(): void };

let host: ContractHost;
let page: Page;
let running: Auth[];
const madeCalls = () => host.calls.map(({ call }) => call);

beforeEach(async () => {
  host = await startContractHost();
  page = openPage({ url: host.url });
  running = [];
});
afterEach(async () => {
  for (const auth of running) auth.stop();
  await host.close();
});

/** Starts a page's machine; `heard` collects every event that it receives from then on. */
function start({ services }: Page = page): Auth {
  const { subject: actor, stop } = stage(composeAuth(services), { now: services.clock.now });
  const heard: EventObject[] = [];
  actor.system.inspect((event: InspectionEvent) => {
    if (event.type === '@xstate.event' && event.actorRef === actor) heard.push(event.event);
  });
  const auth = { actor, heard, stop };
  running.push(auth);
  return auth;
}

async function settled({ actor }: Auth): Promise<AuthSnapshot> {
  return waitFor(actor, (snapshot) => !snapshot.hasTag('busy'), { timeout: 20_000 });
}

const until = (auth: Auth, is: (snapshot: AuthSnapshot) => boolean) => waitFor(auth.actor, is, { timeout: 20_000 });

const kept = ({ services: { tokens, preferences } } = page) => ({
  token: tokens.read()?.token,
  hasAuthenticated: preferences.hasAuthenticated(),
});
const nothingKept = { token: undefined, hasAuthenticated: false };
const logIn = { type: 'login.submit', username: 'demo', password: 'demo-password' } as const;

describe('restoring a session (ACC-10)', () => {
  test('asks nothing where nobody has ever logged in', async () => {
    expect((await settled(start())).value).toBe('anonymous');
    expect(madeCalls()).toEqual([]);
  });

  test('takes the token of the tab while it is good', async () => {
    const expiresAt = page.services.tokens.keep(makeToken(900));
    const { value, context } = await settled(start());
    expect([value, context.expiresAt]).toEqual([{ authenticated: 'fresh' }, expiresAt]);
    expect(madeCalls()).toEqual([]);
  });

  test('asks for a fresh one where the token of the tab is about to expire', async () => {
    page.services.tokens.keep(makeToken(14));
    const { value, context } = await settled(start());
    expect(value).toEqual({ authenticated: 'fresh' });
    expect(kept().hasAuthenticated, 'other tabs find the session').toBe(true);
    expect(context.expiresAt).toBeGreaterThan(Date.now() + 800_000);
    expect(madeCalls()).toEqual(['GET /api/public/access-token']);
  });

  test('finds silently that there is no session any more, and remembers it', async () => {
    page.services.preferences.setHasAuthenticated(true);
    host.answer(publicCalls.accessToken, () => ({ status: 401, body: refusal(401, 'TokenMissing', 'Log in first') }));
    expect((await settled(start())).value).toBe('anonymous');
    expect(kept()).toEqual(nothingKept);
  });

  test.each([
    [440, 'SessionExpired'],
    [401, 'BadToken'],
  ])('says that the session has expired where it is refused with %d %s', async (status, type) => {
    page.services.preferences.setHasAuthenticated(true);
    host.answer(publicCalls.accessToken, () => ({ status, body: refusal(status, type) }));
    expect((await settled(start())).value).toBe('expired');
    expect(kept()).toEqual(nothingKept);
  });

  test.each([[500], [429]])('forgets nothing when the host answers %d', async (status) => {
    page.services.preferences.setHasAuthenticated(true);
    host.answer(publicCalls.accessToken, () => ({ status, body: refusal(status, 'ServerError') }));
    expect((await settled(start())).value).toBe('unreachable');
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
  const restoring = tabs.map((tab) => start(tab));
  await first.asked.promise;
  // Before these calls are answered, any messages of the other tabs would have arrived.
  for (const { services } of tabs) await services.http.call(publicCalls.csrfToken, {});
  expect(asked).toBe(1);
  first.answered.resolve();
  for (const auth of restoring) expect((await settled(auth)).hasTag('authenticated')).toBe(true);
  expect(asked).toBe(4);
});

describe('logging out (ACC-14)', () => {
  test('forgets everything here even when the host could not be told, and says so', async () => {
    page.services.tokens.keep(makeToken());
    page.services.preferences.setHasAuthenticated(true);
    host.answer(publicCalls.logout, () => ({ status: 500, body: refusal(500, 'ServerError') }));
    const auth = start();
    await settled(auth);
    auth.actor.send({ type: 'logout.submit' });
    expect((await settled(auth)).value).toBe('owingLogout');
    expect(kept()).toEqual(nothingKept);
  });

  test('that the host was not told is told at the next start, until it answers; nobody is let in meanwhile', async () => {
    const { preferences, tokens } = page.services;
    preferences.setHasAuthenticated(true);
    tokens.keep(makeToken());
    host.answer(publicCalls.logout, () => ({ status: 500, body: refusal(500, 'ServerError') }));
    const auth = start();
    await settled(auth);
    auth.actor.send({ type: 'logout.submit' });
    await settled(auth);
    expect((await settled(start())).value).toBe('anonymous');
    expect(preferences.owesLogout()).toBe(true);
    host.answer(publicCalls.logout, () => ({ body: {} }));
    expect((await settled(start())).value).toBe('anonymous');
    expect(preferences.owesLogout()).toBe(false);
    const sent = madeCalls().filter((call) => call === 'PATCH /api/public/logout').length;
    expect(sent).toBe(3);
    expect((await settled(start())).value).toBe('anonymous');
    expect(madeCalls().filter((call) => call === 'PATCH /api/public/logout')).toHaveLength(sent);
  });

  test('that is still owed is settled by a login, which takes the cookie over', async () => {
    const { preferences } = page.services;
    const auth = start();
    await settled(auth);
    preferences.setOwesLogout(true);
    host.answer(publicCalls.login, () => ({ body: { accessToken: makeToken() } }));
    auth.actor.send(logIn);
    expect((await settled(auth)).hasTag('authenticated')).toBe(true);
    expect([preferences.owesLogout(), preferences.hasAuthenticated()]).toEqual([false, true]);
    expect((await settled(start())).hasTag('authenticated')).toBe(true);
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
    const auth = start();
    await settled(auth);
    const call = page.services.http.call(clientCalls.getAccount, {});
    const refused = call.then(
      () => 'answered',
      (failure: unknown) => failure,
    );
    await asked.promise;
    auth.actor.send({ type: 'logout.submit' });
    expect((await settled(auth)).value).toBe('anonymous');
    late.resolve();
    expect(await refused).toMatchObject({ failure: { type: 'SessionExpired' } });
    expect(kept()).toEqual(nothingKept);
  });
});

describe('what comes from elsewhere', () => {
  test('a session that an http call finds over is forgotten, and the person hears of it (ACC-10)', async () => {
    page.services.tokens.keep(makeToken());
    page.services.preferences.setHasAuthenticated(true);
    host.answer(publicCalls.accessToken, () => ({ status: 440, body: refusal(440, 'SessionExpired') }));
    const auth = start();
    await settled(auth);
    await expect(page.services.http.call(clientCalls.getAccount, {})).rejects.toMatchObject({ failure: { code: 440 } });
    expect(auth.actor.getSnapshot().value).toBe('expired');
    expect(kept()).toEqual(nothingKept);
  });

  test.each([
    ['', true],
    [', also where only the tabs remembered that somebody is logged in', false],
  ])(
    'a logout in another tab clears the token of this one, also while it looks for its session%s',
    async (_, hasAuthenticated) => {
      const browser = newBrowser();
      const [one, other] = [openPage({ url: host.url, browser }), openPage({ url: host.url, browser })];
      host.answer(publicCalls.logout, () => ({ body: {} }));
      for (const { services } of [one, other]) services.tokens.keep(makeToken());
      one.services.preferences.setHasAuthenticated(hasAuthenticated);
      const [mine, theirs] = [start(one), start(other)];
      await settled(mine);
      await settled(theirs);
      mine.actor.send({ type: 'logout.submit' });
      expect((await until(theirs, (snapshot) => snapshot.matches('anonymous'))).value).toBe('anonymous');
      expect([kept(one), kept(other)]).toEqual([nothingKept, nothingKept]);
    },
  );

  test.each([
    ['online', 'anonymous'],
    ['woke', 'anonymous'],
    ['visible', 'owingLogout'],
  ] as const)('where a logout is owed and the page is %s, the machine comes to be %s', async (change, state) => {
    const listeners = new Set<(change: SurroundingsChange) => void>();
    const surroundings = {
      subscribe(listener: (change: SurroundingsChange) => void) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    };
    page.services.tokens.keep(makeToken());
    host.answer(publicCalls.logout, () => ({ status: 500, body: refusal(500, 'ServerError') }));
    const auth = start({ ...page, services: { ...page.services, surroundings } });
    await settled(auth);
    auth.actor.send({ type: 'logout.submit' });
    await until(auth, (snapshot) => snapshot.matches('owingLogout'));
    host.answer(publicCalls.logout, () => ({ body: {} }));
    for (const listener of listeners) listener(change);
    expect((await settled(auth)).value).toBe(state);
    expect(page.services.preferences.owesLogout()).toBe(state === 'owingLogout');
  });
});

describe('what the walk of the auth machine says of its services holds for the real ones (CODE-26)', () => {
  const types = ({ heard }: Auth, from: number) =>
    heard
      .slice(from)
      .map(({ type }) => type)
      .filter((type) => type !== 'xstate.done.actor.readMemory');
  const typesOf = (events: readonly { type: string }[]) => events.map(({ type }) => type);

  test('a refresh announces the token before its outcome', async () => {
    page.services.preferences.setHasAuthenticated(true);
    const auth = start();
    await settled(auth);
    expect(types(auth, 0)).toEqual([...typesOf(announced.refreshSession.outputs), 'xstate.done.actor.refreshSession']);
  });

  test('a login announces the token before its outcome', async () => {
    host.answer(publicCalls.login, () => ({ body: { accessToken: makeToken() } }));
    const auth = start();
    await settled(auth);
    const before = auth.heard.length;
    auth.actor.send(logIn);
    await settled(auth);
    expect(types(auth, before)).toEqual([logIn.type, ...typesOf(announced.logIn.outputs), 'xstate.done.actor.logIn']);
  });

  test('a renewal is over by the token that it announces: its outcome is not heard any more', async () => {
    const token = makeToken();
    host.tokens.add(token);
    host.answer(publicCalls.renewToken, () => ({ body: { accessToken: makeToken() } }));
    page.services.tokens.keep(token);
    const auth = start();
    const { context } = await settled(auth);
    const before = auth.heard.length;
    auth.actor.send({ type: 'session.renew' });
    await until(auth, (snapshot) => snapshot.context.expiresAt !== context.expiresAt);
    await page.services.http.call(publicCalls.csrfToken, {});
    expect(types(auth, before)).toEqual(['session.renew', ...typesOf(announced.renewSession.outputs)]);
  });

  test('a renewal that is refused is over by the loss of the session that it announces', async () => {
    page.services.tokens.keep(makeToken());
    host.answer(publicCalls.accessToken, () => ({ status: 440, body: refusal(440, 'SessionExpired') }));
    const auth = start();
    await settled(auth);
    const before = auth.heard.length;
    auth.actor.send({ type: 'session.renew' });
    await until(auth, (snapshot) => snapshot.matches('expired'));
    await page.services.http.call(publicCalls.csrfToken, {});
    const [events = []] = announced.renewSession.errors.values();
    expect(types(auth, before)).toEqual(['session.renew', ...typesOf(events)]);
  });
});
