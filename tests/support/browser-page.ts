import { createNewId } from '../../src/services/chance/new-id.ts';
import { createHttpClient } from '../../src/services/http/http-client.ts';
import type { Place } from '#model/navigation/redirect.ts';
import type { KeyValueStore, Preferences, Services } from '../../src/services/ports.ts';
import { createSessionService } from '../../src/services/session/session-service.ts';
import { createPreferences } from '../../src/services/storage/preferences.ts';
import { createTokenStore } from '../../src/services/storage/token-store.ts';
import { createAlone } from '../../src/services/storage/web-locks.ts';
import { pageSocket } from './live-stage.ts';
import { noAlarmMeans } from './alarm-means.ts';

/** What the tabs of one browser share: cookies, local storage, locks. */
export type Browser = {
  cookies: Map<string, string>;
  tabs: Set<EventTarget>;
  local: Map<string, string>;
  /** The name of its lock, so that browsers do not wait for each other. */
  lock: string;
};

let browsers = 0;

export function newBrowser(): Browser {
  return { cookies: new Map(), tabs: new Set(), local: new Map(), lock: `refresh ${++browsers}` };
}

/** One tab of a browser, on a real host. Everything but the window is the product's own code. */
export type Page = { services: Services; visited: string[]; goTo(url: string): void; warnings: string[] };

export type PageOptions = {
  /** The host's address. */
  url: string;
  browser?: Browser;
  /** The tab's session storage; pass it again to reload the same tab. */
  session?: Map<string, string>;
  at?: string;
};

export function openPage({ url, browser = newBrowser(), session = new Map(), at = '/' }: PageOptions): Page {
  const tab = new EventTarget();
  browser.tabs.add(tab);
  const warnings: string[] = [];
  const clock = { now: () => Date.now() };
  const tokens = createTokenStore(storeIn(session), clock);
  const preferences: Preferences = createPreferences(sharedStore(browser, tab), tab as unknown as Window);
  const lost = new Set<() => void>();
  const http = createHttpClient({
    baseUrl: url,
    fetch: fetchWith(browser.cookies),
    tokens,
    alone: createAlone(browser.lock, navigator.locks),
    onSessionLost: () => lost.forEach((listener) => listener()),
  });
  const visited: string[] = [];
  const listeners = new Set<(place: Place) => void>();
  let here = at;
  const goTo = (to: string): void => {
    here = to;
    visited.push(to);
    for (const listener of listeners) listener(placeOf(here));
  };
  return {
    visited,
    goTo,
    warnings,
    services: {
      http,
      session: createSessionService({ http, tokens }),
      onSessionLost(listener) {
        lost.add(listener);
        return () => void lost.delete(listener);
      },
      tokens,
      preferences,
      addressBar: {
        current: () => placeOf(here),
        go: goTo,
        subscribe(listener) {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
      },
      surroundings: { subscribe: () => () => {} },
      timezone: 'UTC',
      pageOrigin: 'http://localhost',
      takeLinkQuery: () => '',
      clock,
      random: Math.random,
      newId: createNewId(globalThis.crypto),
      log: { warn: (message, detail) => void warnings.push(`${message} ${JSON.stringify(detail) ?? ''}`) },
      WebSocket: pageSocket(url),
      pageEvents: noAlarmMeans,
      fileSaver: () => Promise.reject(new Error('This page saves no files')),
      streamSaver: () => Promise.reject(new Error('This page saves no files')),
      serviceWorker: () => Promise.resolve({ watch: () => () => {}, applyUpdate: () => Promise.resolve() }),
    },
  };
}

function placeOf(url: string): Place {
  const { pathname, search } = new URL(url, 'http://page.test');
  return { pathname, search };
}

function storeIn(map: Map<string, string>): KeyValueStore {
  return {
    read: (key) => map.get(key) ?? null,
    write: (key, value) => void map.set(key, value),
    remove: (key) => void map.delete(key),
  };
}

/** Local storage: other tabs are notified of what one tab stores. */
function sharedStore(browser: Browser, tab: EventTarget): KeyValueStore {
  const tell = (key: string, newValue: string | null): void => {
    for (const other of browser.tabs) {
      if (other !== tab) other.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
    }
  };
  const store = storeIn(browser.local);
  return {
    read: (key) => store.read(key),
    write(key, value) {
      const isNew = store.read(key) !== value;
      store.write(key, value);
      if (isNew) tell(key, value);
    },
    remove(key) {
      const wasThere = store.read(key) !== null;
      store.remove(key);
      if (wasThere) tell(key, null);
    },
  };
}

/** Node's fetch with a browser's cookie jar, as much as one host needs (it ignores paths). */
export function fetchWith(cookies: Map<string, string>): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    if (cookies.size > 0) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(input, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim());
      const [name, value] = splitOnce(pair, '=');
      const isGone = attributes.some((part) => /^(max-age=0|expires=thu, 01 jan 1970)/i.test(part));
      if (isGone) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
