import { askForSession, forgetSession } from './ask-for-session.ts';
import { systemClock } from '../services/clock/system-clock.ts';
import type { AheadPage } from '../services/http/asked-ahead.ts';
import { createConsoleLog } from '../services/log/console-log.ts';
import { createPreferences } from '../services/storage/preferences.ts';
import { createSafeStorage } from '../services/storage/safe-storage.ts';
import { createAlone } from '../services/storage/web-locks.ts';

/**
 * The first script of a page (SPEED-19), a classic script that index.html names before everything else. If a
 * person may be logged in, it requests the account and starts to load the session's code, before the
 * console's own code runs.
 */
const log = createConsoleLog(window.console);
const preferences = createPreferences(
  createSafeStorage(() => localStorage, log),
  window,
);
const storage = createSafeStorage(() => sessionStorage, log);
const page: Window & AheadPage = window;

preferences.onChangedElsewhere('hasAuthenticated', (isSo) => {
  if (!isSo) forgetSession({ page, storage });
});
if (preferences.hasAuthenticated()) for (const file of filesAhead()) document.head.append(preloadOf(file));
void askForSession({
  page,
  place: location,
  fetch: (input, init) => fetch(input, init),
  storage,
  preferences,
  now: systemClock.now,
  alone: createAlone('refresh', navigator.locks),
});

function filesAhead(): string[] {
  return document.currentScript?.dataset['session']?.split(' ').filter(Boolean) ?? [];
}

/**
 * Returns a link that preloads a file, with low priority, because the page's own files come first. Its
 * `crossOrigin` mode must be Vite's, or Vite would load the file again.
 */
function preloadOf(href: string): HTMLLinkElement {
  const rel = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
  return Object.assign(document.createElement('link'), { ...rel, href, crossOrigin: '', fetchPriority: 'low' });
}
