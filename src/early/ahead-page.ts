import { askForSession, forgetSession } from './ask-for-session.ts';
import { systemClock } from '../services/clock/system-clock.ts';
import type { AheadPage } from '../services/http/asked-ahead.ts';
import { createConsoleLog } from '../services/log/console-log.ts';
import { createPreferences } from '../services/storage/preferences.ts';
import { createSafeStorage } from '../services/storage/safe-storage.ts';
import { createAlone } from '../services/storage/web-locks.ts';

/**
 * The first thing a page does (SPEED-19): a classic script that index.html names before all else. Where
 * somebody may be logged in, it asks who, and begins to fetch the code of a session, which otherwise waits
 * for the code that asks for it.
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

/** At low priority, as the page's own files come first. Vite asks in that mode, and would ask again. */
function preloadOf(href: string): HTMLLinkElement {
  const rel = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
  return Object.assign(document.createElement('link'), { ...rel, href, crossOrigin: '', fetchPriority: 'low' });
}
