import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFileSaver } from '../../src/services/files/browser-files.ts';
import { createAddressBar } from '../../src/services/location/address-bar.ts';
import { createConsoleLog } from '../../src/services/log/console-log.ts';
import { socketOpener } from '../../src/services/socket/browser-socket.ts';
import { createPreferences } from '../../src/services/storage/preferences.ts';
import { createSafeStorage } from '../../src/services/storage/safe-storage.ts';
import { createTokenStore } from '../../src/services/storage/token-store.ts';
import { createAlone } from '../../src/services/storage/web-locks.ts';
import { createSurroundings } from '../../src/services/surroundings/browser-surroundings.ts';
import { makeToken } from '../support/contract-host.ts';

const quiet = { warn: () => {} };

/** Returns a storage with the methods of the browser's that are used. */
function storage(): Storage {
  const items = new Map<string, string>();
  const used: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
  return used as Storage;
}

describe('storage', () => {
  test('that is closed keeps values until the page goes, and is told of once', () => {
    const told: string[] = [];
    const closed = (): Storage => {
      throw new DOMException('denied', 'SecurityError');
    };
    const store = createSafeStorage(closed, { warn: (message) => void told.push(message) });
    store.write('a', '1');
    store.write('b', '2');
    store.remove('b');
    expect([store.read('a'), store.read('b'), store.read('c')]).toEqual(['1', null, null]);
    expect(told).toHaveLength(1);
  });

  test('that is full keeps the newest value in memory', () => {
    const kept = storage();
    kept.setItem('a', 'old');
    kept.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const store = createSafeStorage(() => kept, quiet);
    store.write('a', 'new');
    expect(store.read('a')).toBe('new');
    store.remove('a');
    expect(store.read('a')).toBeNull();
  });

  test('dark mode is on until it is stored otherwise, and other tabs are heard (ACC-16, ACC-18)', () => {
    const tab = new EventTarget();
    const kept = storage();
    const preferences = createPreferences(
      createSafeStorage(() => kept, quiet),
      tab as unknown as Window,
    );
    expect([preferences.darkMode(), preferences.hasAuthenticated()]).toEqual([true, false]);
    preferences.setDarkMode(false);
    preferences.setHasAuthenticated(true);
    expect([preferences.darkMode(), preferences.hasAuthenticated()]).toEqual([false, true]);

    const heard: unknown[] = [];
    const stops = (['darkMode', 'hasAuthenticated'] as const).map((name) =>
      preferences.onChangedElsewhere(name, (value) => heard.push({ name, value })),
    );
    const change = (key: string | null, newValue: string | null) =>
      tab.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
    change('darkMode', 'false');
    change('hasAuthenticated', 'true');
    change('hasAuthenticated', null);
    change('somebody else', 'x');
    change(null, null);
    for (const stop of stops) stop();
    change('darkMode', 'true');
    expect(heard).toEqual([
      { name: 'darkMode', value: false },
      { name: 'hasAuthenticated', value: true },
      { name: 'hasAuthenticated', value: false },
      { name: 'hasAuthenticated', value: false },
    ]);
  });

  test('a token is kept with its expiry; what is not one is none (ACC-6)', () => {
    const kept = storage();
    const tokens = createTokenStore(
      createSafeStorage(() => kept, quiet),
      { now: () => 5_000 },
    );
    const heard: number[] = [];
    tokens.onKept((expiresAt) => heard.push(expiresAt));
    const token = makeToken(900);
    expect(tokens.keep(token)).toBe(905_000);
    expect(tokens.read()).toEqual({ token, expiresAt: 905_000 });
    expect(heard).toEqual([905_000]);
    expect(() => tokens.keep('opaque')).toThrow(
      expect.objectContaining({ failure: expect.objectContaining({ kind: 'invalidPayload' }) }),
    );
    for (const bad of ['', 'x', '{"token":1}']) {
      kept.setItem('session', bad);
      expect(tokens.read()).toBeNull();
    }
  });

  test('what the browser took after all replaces what was kept while it did not', () => {
    let isFull = true;
    const kept = new Map<string, string>();
    const browsers = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (isFull) throw new Error('full');
        kept.set(key, value);
      },
    };
    const storage = createSafeStorage(() => browsers as unknown as Storage, { warn: () => {} });
    storage.write('a', 'in memory');
    isFull = false;
    storage.write('a', 'in the browser');
    expect(storage.read('a')).toBe('in the browser');
  });

  test('who stopped listening hears of no further token', () => {
    const kept = new Map<string, string>();
    const storage = {
      read: (key: string) => kept.get(key) ?? null,
      write: (key: string, value: string) => void kept.set(key, value),
      remove: (key: string) => void kept.delete(key),
    };
    const tokens = createTokenStore(storage, { now: () => 0 });
    const heard: number[] = [];
    const stop = tokens.onKept((expiresAt) => heard.push(expiresAt));
    const token = `x.${btoa(JSON.stringify({ exp: 900 }))}.x`;
    tokens.keep(token);
    stop();
    tokens.keep(token);
    expect(heard).toHaveLength(1);
  });

  test('one task at a time holds a lock', async () => {
    const alone = createAlone('refresh', navigator.locks);
    const order: string[] = [];
    const first = Promise.withResolvers<void>();
    const one = alone(async () => {
      order.push('one begins');
      await first.promise;
      order.push('one ends');
    });
    const two = alone(() => Promise.resolve(order.push('two')));
    first.resolve();
    await Promise.all([one, two]);
    expect(order).toEqual(['one begins', 'one ends', 'two']);
    expect(await createAlone('refresh', undefined)(() => Promise.resolve(3))).toBe(3);
  });
});

describe('surroundings', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('tell of the network, of the tab, and of sleep; not of timers that only ran late', () => {
    const window = new EventTarget();
    const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
    let now = 0;
    const heard: string[] = [];
    const surroundings = createSurroundings({
      window: window as unknown as Window,
      document: document as unknown as Document,
      clock: { now: () => now },
    });
    const stop = surroundings.subscribe((change) => heard.push(change));
    window.dispatchEvent(new Event('offline'));
    window.dispatchEvent(new Event('online'));
    document.visibilityState = 'hidden';
    document.dispatchEvent(new Event('visibilitychange'));
    document.visibilityState = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
    const tick = (ms: number): void => {
      now += ms;
      vi.advanceTimersByTime(10_000);
    };
    tick(10_000);
    tick(61_000);
    tick(3_600_000);
    tick(10_000);
    stop();
    window.dispatchEvent(new Event('online'));
    document.dispatchEvent(new Event('visibilitychange'));
    expect(heard).toEqual(['offline', 'online', 'hidden', 'visible', 'woke']);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    ['hidden', ['hidden']],
    ['visible', []],
  ] as const)('begin with how the page is, where it is not shown: %s', (visibilityState, expected) => {
    const heard: string[] = [];
    const stop = createSurroundings({
      window: new EventTarget() as unknown as Window,
      document: Object.assign(new EventTarget(), { visibilityState }) as unknown as Document,
      clock: { now: () => 0 },
    }).subscribe((change) => heard.push(change));
    expect(heard).toEqual(expected);
    stop();
  });

  test('look at the clock every 10 s, and take more than 90 s between two looks for sleep, not 90 s', () => {
    const document = Object.assign(new EventTarget(), { visibilityState: 'visible' }) as unknown as Document;
    let now = 0;
    const heard: string[] = [];
    const parts = { window: new EventTarget() as unknown as Window, document, clock: { now: () => now } };
    const stop = createSurroundings(parts).subscribe((change) => heard.push(change));
    now += 90_000;
    vi.advanceTimersByTime(10_000);
    expect(heard).toEqual([]);
    now += 90_001;
    vi.advanceTimersByTime(9_999);
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(heard).toEqual(['woke']);
    stop();
  });
});

test('the address bar writes the history and hears the router and the back button', () => {
  const visited: string[] = [];
  const location = { pathname: '/login', search: '' };
  const move = (how: string) => (_: unknown, __: string, to: string) => {
    visited.push(`${how} ${to}`);
    Object.assign(location, { pathname: to });
    window.dispatchEvent(new Event(how));
  };
  const history = { pushState: move('pushState'), replaceState: move('replaceState') };
  const window = Object.assign(new EventTarget(), { location, history });
  const bar = createAddressBar({ window: window as unknown as Window, steps: { leave: (to) => visited.push(`leave ${to}`) } });
  const heard: string[] = [];
  const stop = bar.subscribe(({ pathname }) => heard.push(pathname));
  bar.go('/dashboard/', 'replace');
  bar.go('/dashboard/demo/', 'push');
  location.pathname = '/login';
  window.dispatchEvent(new Event('popstate'));
  stop();
  bar.go('/unheard', 'push');
  bar.go('/below', 'leave');
  expect(visited).toEqual(['replaceState /dashboard/', 'pushState /dashboard/demo/', 'pushState /unheard', 'leave /below']);
  expect(heard).toEqual(['/dashboard/', '/dashboard/demo/', '/login']);
});

test('the address bar is heard by each who listens until they stop, whoever else stops', () => {
  const location = { pathname: '/login', search: '?a=1' };
  const window = Object.assign(new EventTarget(), { location, history: {} });
  const bar = createAddressBar({ window: window as unknown as Window, steps: { leave() {} } });
  const heard: string[] = [];
  const stopOne = bar.subscribe(() => heard.push('one'));
  const stopTwo = bar.subscribe(({ pathname, search }) => heard.push(`two ${pathname}${search}`));
  stopOne();
  window.dispatchEvent(new Event('popstate'));
  stopTwo();
  window.dispatchEvent(new Event('popstate'));
  expect(heard).toEqual(['two /login?a=1']);
});

test('a socket that was closed here is deaf: what it still says belongs to nobody', () => {
  const made: FakeSocket[] = [];
  class FakeSocket extends EventTarget {
    static readonly OPEN = 1;
    readyState = 1;
    readonly closed: number[] = [];
    constructor() {
      super();
      made.push(this);
    }
    close(code: number): void {
      this.closed.push(code);
    }
  }
  const heard: string[] = [];
  const socket = socketOpener(FakeSocket as unknown as typeof WebSocket)(
    { url: 'ws://host/socket/demo', protocols: [] },
    { heard: (text) => heard.push(text), closed: (code) => heard.push(`closed ${code}`) },
  );
  const [browsers] = made;
  browsers!.dispatchEvent(new MessageEvent('message', { data: 'one' }));
  socket.close();
  browsers!.dispatchEvent(new MessageEvent('message', { data: 'two' }));
  browsers!.dispatchEvent(Object.assign(new Event('close'), { code: 1000, reason: '' }));
  expect(heard).toEqual(['one']);
  expect(browsers!.closed).toEqual([1000]);
});

test('the log takes secrets out (JRN-5)', async () => {
  const lines: unknown[][] = [];
  createConsoleLog({ warn: (...line) => void lines.push(line) }).warn('frame', { accessToken: 'abc', kind: 'x' });
  await expect.poll(() => lines).toEqual([['frame', { accessToken: '[redacted]', kind: 'x' }]]);
});

test('the log says where a defect is', async () => {
  const lines: unknown[][] = [];
  createConsoleLog({ warn: (...line) => void lines.push(line) }).warn('unit', new Error('It broke'));
  await expect.poll(() => lines).toEqual([['unit', expect.stringMatching(/^Error: It broke\n.*browser-services\.test\.ts:\d+/)]]);
});

describe('files (FILE-4)', () => {
  function browser() {
    const saved: { name: string; blob: Blob }[] = [];
    const blobs: Blob[] = [];
    const link = { href: '', download: '', click: () => void saved.push({ name: link.download, blob: blobs.at(-1)! }) };
    const saver = createFileSaver({
      document: { createElement: () => link } as unknown as Document,
      url: { createObjectURL: (blob) => `blob:${blobs.push(blob as Blob)}`, revokeObjectURL: () => {} },
    });
    return { saved, saver };
  }

  test('are made of their parts in order, those that come later too, and saved under their name', async () => {
    const { saved, saver } = browser();
    const parts = ['a', Promise.resolve(new Blob(['b'])), 'c'];
    await saver.save({ name: 'abc.txt', mimeType: 'text/plain', parts }, new AbortController().signal);
    expect(saved.map(({ name }) => name)).toEqual(['abc.txt']);
    expect(saved[0]?.blob.type).toBe('text/plain');
    expect(await saved[0]?.blob.text()).toBe('abc');
  });

  test('give their memory back a minute later, when the browser has read them', async () => {
    vi.useFakeTimers();
    try {
      const revoked: string[] = [];
      const link = { href: '', download: '', click: () => {} };
      const saver = createFileSaver({
        document: { createElement: () => link } as unknown as Document,
        url: { createObjectURL: () => 'blob:1', revokeObjectURL: (url) => void revoked.push(url) },
      });
      await saver.save({ name: 'a.txt', mimeType: 'text/plain', parts: ['a'] }, new AbortController().signal);
      vi.advanceTimersByTime(59_999);
      expect(revoked).toEqual([]);
      vi.advanceTimersByTime(1);
      expect(revoked).toEqual(['blob:1']);
    } finally {
      vi.useRealTimers();
    }
  });

  test('that take long let the page work between, and are not saved once they are no longer wanted', async () => {
    const { saved, saver } = browser();
    const ending = new AbortController();
    let made = 0;
    function* endless() {
      for (;;) yield `${made++}`;
    }
    setTimeout(() => ending.abort(), 0);
    await saver.save({ name: 'never.txt', mimeType: 'text/plain', parts: endless() }, ending.signal);
    expect(made).toBeGreaterThan(0);
    expect(saved).toEqual([]);
  });

  test('that cannot be made are refused', async () => {
    const { saved, saver } = browser();
    const parts = [Promise.reject<Blob>(new Error('no room'))];
    await expect(saver.save({ name: 'x.png', mimeType: 'image/png', parts }, new AbortController().signal)).rejects.toThrow(
      'no room',
    );
    expect(saved).toEqual([]);
  });
});
