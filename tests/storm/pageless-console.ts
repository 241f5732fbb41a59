import type { AppRef } from '../../src/machines/app/app-machine.ts';
import { selectSession } from '../../src/machines/app/app-selectors.ts';
import type { HostSessionRef } from '../../src/machines/host-session/host-session-machine.ts';
import { startApp } from '../../src/composition/compose.ts';
import { createHttpClient } from '../../src/services/http/http-client.ts';
import type { Place } from '#model/navigation/redirect.ts';
import type { HttpClient, KeyValueStore, Preferences } from '../../src/services/ports.ts';
import { createSessionService } from '../../src/services/session/session-service.ts';
import { createTokenStore } from '../../src/services/storage/token-store.ts';
import { FaultyLine } from './faulty-line.ts';
import { noAlarmMeans } from '../support/alarm-means.ts';

/**
 * One person's console without a page: the product's own client, machines and services, over a line that may
 * be bad.
 */
export type PagelessConsole = {
  app: AppRef;
  line: FaultyLine;
  http: HttpClient;
  /** Warnings that the client logged for developers; only a defect causes one. */
  warnings: string[];
  /** The session of the system, once it is open. */
  session(): HostSessionRef | null;
  logIn(username: string, password: string): void;
  stop(): void;
};

/**
 * Opens the console of a system at a host's address, not logged in. `random` returns numbers from 0 to below
 * 1.
 */
export function openConsole(hostUrl: string, mitasId: string, random: () => number): PagelessConsole {
  const line = new FaultyLine(hostUrl, random);
  const warnings: string[] = [];
  const clock = { now: Date.now };
  const log = { warn: (message: string, detail?: unknown) => void warnings.push(`${message} ${JSON.stringify(detail) ?? ''}`) };
  const tokens = createTokenStore(memory(), clock);
  const preferences = noPreferences();
  const lost = new Set<() => void>();
  const http = createHttpClient({
    baseUrl: hostUrl,
    fetch: line.fetch,
    tokens,
    alone: (task) => task(),
    onSessionLost: () => lost.forEach((listener) => listener()),
  });
  const app = startApp({
    http,
    session: createSessionService({ http, tokens }),
    onSessionLost(listener) {
      lost.add(listener);
      return () => void lost.delete(listener);
    },
    tokens,
    preferences,
    addressBar: addressBar({ pathname: `/dashboard/${mitasId}/dashboard`, search: '' }),
    surroundings: { subscribe: () => () => {} },
    timezone: 'UTC',
    pageOrigin: hostUrl,
    takeLinkQuery: () => '',
    clock,
    random,
    newId: () => crypto.randomUUID(),
    log,
    WebSocket: line.WebSocket,
    pageEvents: noAlarmMeans,
    fileSaver: () => Promise.reject(new Error('There is no page to save a file from')),
    streamSaver: () => Promise.reject(new Error('There is no page to save a file from')),
    serviceWorker: () => Promise.resolve({ watch: () => () => {}, applyUpdate: () => Promise.resolve() }),
  });
  return {
    app,
    line,
    http,
    warnings,
    session: () => selectSession(app.getSnapshot()),
    logIn: (username, password) => app.getSnapshot().children.auth?.send({ type: 'login.submit', username, password }),
    stop: () => app.stop(),
  };
}

function memory(): KeyValueStore {
  const kept = new Map<string, string>();
  return {
    read: (key) => kept.get(key) ?? null,
    write: (key, value) => void kept.set(key, value),
    remove: (key) => void kept.delete(key),
  };
}

function noPreferences(): Preferences {
  let [dark, known, owed] = [true, false, false];
  return {
    darkMode: () => dark,
    setDarkMode: (value) => void (dark = value),
    hasAuthenticated: () => known,
    setHasAuthenticated: (value) => void (known = value),
    owesLogout: () => owed,
    setOwesLogout: (value) => void (owed = value),
    changelogSeen: () => null,
    guideOpen: () => true,
    setGuideOpen: () => {},
    setChangelogSeen: () => {},
    onChangedElsewhere: () => () => {},
  };
}

function addressBar(start: Place) {
  let place = start;
  const listeners = new Set<(place: Place) => void>();
  return {
    current: () => place,
    go(to: string) {
      const { pathname, search } = new URL(to, 'http://console');
      place = { pathname, search };
      for (const listener of listeners) listener(place);
    },
    subscribe(listener: (place: Place) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
