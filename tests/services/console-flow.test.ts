import { journalIn } from '../../src/machines/journal/journal-actor.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AnyActorRef, waitFor } from 'xstate';
import { loadPerson } from '../../src/composition/compose-session.ts';
import { startApp } from '../../src/composition/compose.ts';
import type { AppRef } from '../../src/machines/app/app-machine.ts';
import { type AppScreen, selectScreen } from '../../src/machines/app/app-selectors.ts';
import { selectLoginFailure } from '../../src/machines/auth/auth-selectors.ts';
import type { HostSessionRef } from '../../src/machines/host-session/host-session-machine.ts';
import { type SessionScreen, selectSessionScreen } from '../../src/machines/host-session/host-session-selectors.ts';
import { shown } from '../../src/machines/journal/journal-selectors.ts';
import { clientCalls } from '#model/contract/client-calls.ts';
import { socketPlaceTiming } from '#model/contract/socket-address.ts';
import type { Notice } from '#model/entities/notice.ts';
import { keptForMs } from '../../src/services/socket/line-ahead.ts';
import { type Browser, type Page, type PageOptions, newBrowser, openPage } from '../support/browser-page.ts';
import { makeToken } from '../support/contract-host.ts';
import { type Product, startProduct } from '../support/product.ts';

/** The whole client except its views, on the real host: what a person would do. */
let product: Product;
const running: AppRef[] = [];

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());
afterEach(() => {
  for (const app of running.splice(0)) app.stop();
});

type Tab = { app: AppRef; page: Page };

function open(options: Omit<PageOptions, 'url'> = {}): Tab {
  const page = openPage({ url: product.url, ...options });
  const app = startApp(page.services);
  running.push(app);
  return { app, page };
}

/** Returns the parts of a started app. */
function frameOf(app: AppRef) {
  const { auth, snackbar, theme } = app.getSnapshot().children;
  if (!auth || !snackbar || !theme) throw new Error('The app has not been started, or has lost a part');
  return { auth, snackbar, theme };
}

const until = { timeout: 20_000 };
const onScreen = (app: AppRef, screen: AppScreen) => waitFor(app, (snapshot) => selectScreen(snapshot) === screen, until);

async function logIn(app: AppRef, password = 'demo-password'): Promise<void> {
  await onScreen(app, 'public');
  frameOf(app).auth.send({ type: 'login.submit', username: 'demo', password });
}

async function sessionOf(app: AppRef, mitasId: string, screen: SessionScreen): Promise<HostSessionRef> {
  const { context } = await waitFor(
    app,
    (snapshot) => selectScreen(snapshot) === 'session' && snapshot.context.mitasId === mitasId,
    until,
  );
  const session = context.session as HostSessionRef;
  await waitFor(session, (snapshot) => selectSessionScreen(snapshot) === screen, until);
  return session;
}

const modelsOf = (session: HostSessionRef) => shown(journalIn(session.system).getSnapshot());
const noticeOf = (app: AppRef): Promise<Notice | null> =>
  waitFor(frameOf(app).snackbar, (snapshot) => snapshot.hasTag('open'), until).then(({ context }) => context.notice);

describe('the console on a real host', () => {
  test('asks for a login, leads back to the page that was wanted, loads the system and hears contacts (NAV-3)', async () => {
    const { app, page } = open({ at: '/dashboard/demo/receivers/stream' });
    await logIn(app);
    const session = await sessionOf(app, 'demo', 'ready');
    expect(page.visited).toEqual(['/login?from=%2Fdashboard%2Fdemo%2Freceivers%2Fstream', '/dashboard/demo/receivers/stream']);
    const { account, host, fleet } = modelsOf(session);
    expect(account.account?.username).toBe('demo');
    expect(account.systems.map(({ mitasId }) => mitasId)).toEqual(expect.arrayContaining(['demo', 'river', 'alpine']));
    expect(account.selected).toBe('demo');
    expect(host.config?.mitasId).toBe('demo');
    expect(Object.keys(fleet.receivers).length).toBeGreaterThanOrEqual(8);
    const contacts = session.getSnapshot().children.contactWindow;
    if (contacts === undefined) throw new Error('The session has no contact window');
    await waitFor(contacts, ({ context }) => context.version > 0, until);
    expect(page.warnings).toEqual([]);
  });

  test('a wrong password is said by the form alone (ERR-6)', async () => {
    const { app, page } = open();
    await logIn(app, 'wrong-password');
    const { auth, snackbar } = frameOf(app);
    await waitFor(auth, (snapshot) => snapshot.matches('anonymous'), until);
    expect(auth.getSnapshot().context.failure).toMatchObject({ kind: 'server', code: 401, type: 'InvalidCredentials' });
    expect(selectLoginFailure(auth.getSnapshot())).toBe('A server error occurred.\nCheck your username and password.');
    expect(snackbar.getSnapshot().context.notice).toBeNull();
    expect(page.services.tokens.read()).toBeNull();
  });

  test('logging out by the address ends the session, its socket and what the browser keeps of it (ACC-14)', async () => {
    const browser = newBrowser();
    const { app, page } = open({ browser, at: '/dashboard/demo/dashboard' });
    await logIn(app);
    const session = await sessionOf(app, 'demo', 'ready');
    const { socket } = session.getSnapshot().children;
    await waitFor(socket as AnyActorRef, (snapshot) => snapshot.hasTag('ready'), until);

    page.goTo('/dashboard/demo/account/logout');
    await onScreen(app, 'public');
    expect(session.getSnapshot().status).toBe('stopped');
    expect(socket?.getSnapshot().status).toBe('stopped');
    expect(page.visited.at(-1)).toBe('/login');
    expect(page.services.tokens.read()).toBeNull();
    expect(browser.cookies.has('refresh')).toBe(false);

    const again = open({ browser, at: '/dashboard/demo/dashboard' });
    await onScreen(again.app, 'public');
    expect(frameOf(again.app).snackbar.getSnapshot().hasTag('open')).toBe(false);
  });

  test('a question who is logged in that is given up closes the line that was opened for its answer (SPEED-19)', async () => {
    const { services } = openPage({ url: product.url, at: '/dashboard/demo/dashboard' });
    await services.session.logIn({ username: 'demo', password: 'demo-password' }, new AbortController().signal);
    const page = await fetch(product.url);
    const [, description = ''] = /desc="([^"]+)"/.exec(page.headers.get('server-timing') ?? '') ?? [];
    // The navigation timing that a browser measures when it loads this page.
    const navigation = { name: `${product.url}/`, serverTiming: [{ name: socketPlaceTiming, description }] };
    const measured = vi.spyOn(performance, 'getEntriesByType').mockReturnValue([navigation as unknown as PerformanceEntry]);
    const opened: WebSocket[] = [];
    class NotedSocket extends services.WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        opened.push(this);
      }
    }
    const giving = new AbortController();
    const asked = loadPerson({ ...services, WebSocket: NotedSocket }, giving.signal);
    measured.mockRestore();
    expect(opened).toHaveLength(1);
    giving.abort();
    await expect(asked).rejects.toBeInstanceOf(Error);
    // Well before an unused line would be closed anyway.
    await expect.poll(() => opened[0]?.readyState, { timeout: keptForMs / 2 }).toBe(WebSocket.CLOSED);
  });

  test('a reload keeps the session, and so does a new tab', async () => {
    const browser = newBrowser();
    const session = new Map<string, string>();
    const first = open({ browser, session, at: '/dashboard/demo/modems' });
    await logIn(first.app);
    await sessionOf(first.app, 'demo', 'ready');
    first.app.stop();

    const reloaded = open({ browser, session, at: '/dashboard/demo/modems' });
    await sessionOf(reloaded.app, 'demo', 'ready');
    const tab = open({ browser, at: '/login' });
    await sessionOf(tab.app, 'demo', 'ready');
    expect(tab.page.visited).toEqual(['/dashboard/', '/dashboard/demo/dashboard']);
  });

  test('tabs that open together share the session, and each can renew it', async () => {
    const browser = newBrowser();
    const first = open({ browser, at: '/dashboard/demo/modems' });
    await logIn(first.app);
    await sessionOf(first.app, 'demo', 'ready');
    const tabs = [1, 2, 3].map(() => open({ browser, at: '/dashboard/demo/modems' }));
    for (const { app } of tabs) await sessionOf(app, 'demo', 'ready');
    const sessions = tabs.map(({ page }) => page.services.session);
    const before = tabs.map(({ page }) => page.services.tokens.read()?.token);
    await Promise.all(sessions.map((session) => session.renew()));
    const kept = tabs.map(({ page }) => page.services.tokens.read());
    expect(kept.every((token, at) => token !== null && token.token !== before[at] && token.expiresAt > Date.now())).toBe(true);
  });

  test('a logout in one tab logs the others out, and a login lets them in again', async () => {
    const browser = newBrowser();
    const one = open({ browser, at: '/dashboard/demo/modems' });
    await logIn(one.app);
    await sessionOf(one.app, 'demo', 'ready');
    const other = open({ browser, at: '/dashboard/river/modems' });
    const otherSession = await sessionOf(other.app, 'river', 'ready');

    frameOf(one.app).auth.send({ type: 'logout.submit' });
    await onScreen(other.app, 'public');
    expect(otherSession.getSnapshot().status).toBe('stopped');
    expect(other.page.services.tokens.read()).toBeNull();
    await logIn(one.app);
    await waitFor(other.app, (snapshot) => snapshot.hasTag('authenticated'), until);
  });

  test('switching rewrites the address, and nothing of the old system reaches the new one (NAV-8, SYS-9)', async () => {
    const { app, page } = open({ at: '/dashboard/demo/receivers/stream?x=1' });
    await logIn(app);
    const demo = await sessionOf(app, 'demo', 'ready');
    const receiversOfDemo = Object.keys(modelsOf(demo).fleet.receivers);
    app.send({ type: 'system.select', mitasId: 'river' });
    const river = await sessionOf(app, 'river', 'ready');
    expect(page.visited.at(-1)).toBe('/dashboard/river/receivers/stream');
    expect(demo.getSnapshot().status).toBe('stopped');
    const models = modelsOf(river);
    expect(models.account.selected).toBe('river');
    expect(models.host.config?.mitasId).toBe('river');
    expect(models.account.account?.mitasId).toBe('river');
    expect(Object.keys(models.fleet.receivers).filter((id) => receiversOfDemo.includes(id))).toEqual([]);
    expect(app.getSnapshot().context.mitasId).toBe('river');
  });

  test.each<[string, SessionScreen]>([
    ['alpine', 'offline'],
    // The host does not reveal which systems exist.
    ['no-such-system', 'unauthorized'],
    ['no.such.system', 'unknown'],
  ])('system %s shows the screen %s', async (mitasId, screen) => {
    const { app } = open({ at: `/dashboard/${mitasId}/dashboard` });
    await logIn(app);
    expect(selectSessionScreen((await sessionOf(app, mitasId, screen)).getSnapshot())).toBe(screen);
  });

  test('an expired session says so, and the next login leads back to where it ended (ERR-5)', async () => {
    const browser = newBrowser();
    const { app, page } = open({ browser, at: '/dashboard/demo/modems' });
    await logIn(app);
    const session = await sessionOf(app, 'demo', 'ready');
    browser.cookies.delete('refresh');
    page.services.tokens.keep(makeToken());
    await expect(page.services.http.call(clientCalls.getAccount, {})).rejects.toMatchObject({
      failure: { type: 'SessionExpired' },
    });
    await onScreen(app, 'public');
    expect(session.getSnapshot().status).toBe('stopped');
    expect(page.visited.at(-1)).toBe('/login?from=%2Fdashboard%2Fdemo%2Fmodems');
    expect(await noticeOf(app)).toMatchObject({ message: 'Your session has expired', variant: 'info', timeout: null });
    await logIn(app);
    await sessionOf(app, 'demo', 'ready');
    expect(page.visited.at(-1)).toBe('/dashboard/demo/modems');
  });

  test('a form that is right reaches the host, and the wrong one never leaves (FORM-3)', async () => {
    const { app } = open({ at: '/login' });
    const snapshot = await onScreen(app, 'public');
    const signUp = snapshot.children.signUp;
    if (signUp === undefined) throw new Error('There is no sign-up form');
    const values = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', company: '' };
    signUp.send({ type: 'form.submit', values });
    expect(signUp.getSnapshot().context.refused).toEqual({ field: 'company', text: 'You are missing a required field' });
    signUp.send({ type: 'form.submit', values: { ...values, company: 'Engines' } });
    const { context } = await waitFor(signUp, (state) => !state.hasTag('busy'), until);
    expect(context).toMatchObject({ refused: null, failure: null, sent: 1 });
    expect(await noticeOf(app)).toMatchObject({ message: 'Successfully registered, we will contact you shortly!' });
  });

  test('the scheme is stored here and on the host (ACC-16)', async () => {
    const browser: Browser = newBrowser();
    const { app, page } = open({ browser, at: '/dashboard/demo/modems' });
    await logIn(app);
    await sessionOf(app, 'demo', 'ready');
    const { theme } = frameOf(app);
    theme.send({ type: 'theme.choose', darkMode: false });
    theme.send({ type: 'theme.choose', darkMode: true });
    theme.send({ type: 'theme.choose', darkMode: false });
    await waitFor(theme, (snapshot) => snapshot.matches({ choice: { synced: 'idle' } }), until);
    expect(page.services.preferences.darkMode()).toBe(false);
    const fresh = open({ at: '/dashboard/demo/modems' });
    await logIn(fresh.app);
    await sessionOf(fresh.app, 'demo', 'ready');
    expect(frameOf(fresh.app).theme.getSnapshot().context.scheme.shown).toBe(false);
    theme.send({ type: 'theme.choose', darkMode: true });
    await waitFor(theme, (snapshot) => snapshot.matches({ choice: { synced: 'idle' } }), until);
  });
});
