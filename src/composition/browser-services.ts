import type { BackSteps } from '../model/navigation/back-steps.ts';
import { createNewId } from '../services/chance/new-id.ts';
import { systemClock } from '../services/clock/system-clock.ts';
import type { StreamSaverParts } from '../services/files/stream-saver.ts';
import { type AheadPage, withAskedAhead } from '../services/http/asked-ahead.ts';
import { createHttpClient } from '../services/http/http-client.ts';
import { createAddressBar } from '../services/location/address-bar.ts';
import { createBackSteps } from '../services/location/back-steps.ts';
import { takeLinkQuery } from '../services/location/link-query.ts';
import { createConsoleLog } from '../services/log/console-log.ts';
import type { Services } from '../services/ports.ts';
import { createSessionService } from '../services/session/session-service.ts';
import { createPreferences } from '../services/storage/preferences.ts';
import { createSafeStorage } from '../services/storage/safe-storage.ts';
import { createTokenStore } from '../services/storage/token-store.ts';
import { createAlone } from '../services/storage/web-locks.ts';
import { createSurroundings } from '../services/surroundings/browser-surroundings.ts';

/** Returns the services of a page, based on the browser's APIs. */
export function browserServices(window: Window & typeof globalThis & AheadPage): Services & { backSteps: BackSteps } {
  const clock = systemClock;
  const log = createConsoleLog(window.console);
  const tokens = createTokenStore(
    createSafeStorage(() => window.sessionStorage, log),
    clock,
  );
  const preferences = createPreferences(
    createSafeStorage(() => window.localStorage, log),
    window,
  );
  const steps = createBackSteps({ window });
  const lost = new Set<() => void>();
  const http = createHttpClient({
    baseUrl: '',
    fetch: withAskedAhead(window, window.fetch.bind(window), clock.now),
    tokens,
    alone: createAlone('refresh', window.navigator.locks),
    onSessionLost: () => lost.forEach((listener) => listener()),
  });
  if (tokens.read() === null) http.prepare();
  return {
    http,
    session: createSessionService({ http, tokens }),
    onSessionLost(listener) {
      lost.add(listener);
      return () => void lost.delete(listener);
    },
    tokens,
    preferences,
    addressBar: createAddressBar({ window, steps }),
    backSteps: steps,
    surroundings: createSurroundings({ window, document: window.document, clock }),
    timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    pageOrigin: window.location.origin,
    takeLinkQuery: () => takeLinkQuery(window.document),
    clock,
    random: Math.random,
    newId: createNewId(window.crypto),
    log,
    WebSocket: window.WebSocket,
    pageEvents: window,
    fileSaver: once(async () => {
      const { createFileSaver } = await import('../services/files/browser-files.ts');
      return createFileSaver({ document: window.document, url: window.URL });
    }),
    streamSaver: once(async () => {
      const { createStreamSaver } = await import('../services/files/stream-saver.ts');
      return createStreamSaver({ document: window.document, picker: () => savePickerOf(window) });
    }),
    serviceWorker: once(async () => {
      const { createServiceWorker } = await import('../services/service-worker/browser-service-worker.ts');
      return createServiceWorker({
        url: '/sw.js',
        container: import.meta.env.PROD ? window.navigator.serviceWorker : undefined,
        reload: () => window.location.reload(),
        performance: window.performance,
      });
    }),
  };
}

/**
 * Returns File System Access's save picker, which TypeScript does not know yet; undefined if the browser has
 * none.
 */
function savePickerOf(window: Window): ReturnType<StreamSaverParts['picker']> {
  const { showSaveFilePicker: pick } = window as { showSaveFilePicker?: ReturnType<StreamSaverParts['picker']> };
  return pick?.bind(window);
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
