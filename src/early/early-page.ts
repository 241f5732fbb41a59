import fontStyles from '@fontsource-variable/source-sans-3/wght.css?url';
import { redirectAnonymous, secretPaths } from '../model/navigation/redirect.ts';
import { keepLinkQuery } from '../services/location/link-query.ts';
import { createConsoleLog } from '../services/log/console-log.ts';
import { createPreferences } from '../services/storage/preferences.ts';
import { createSafeStorage } from '../services/storage/safe-storage.ts';
import { tokenKey } from '../services/storage/token-key.ts';
import { handOver } from './hand-over.ts';

/**
 * What a page does before the console's code is there (SPEED-18): a classic script, which runs where
 * index.html names it, between the login that the build has drawn and the place of the console. It puts the
 * login on show where it is what comes, in the person's colours, and hands it over when the console stands;
 * where the console cannot come it says so. The font comes last.
 */
const early = document.querySelector<HTMLElement>('#early');
const root = document.querySelector<HTMLElement>('#root');
// The secret of a mailed link is out of the address bar before the console's code loads.
if (secretPaths.includes(location.pathname)) keepLinkQuery(document, window);
const log = createConsoleLog(window.console);
const preferences = createPreferences(
  createSafeStorage(() => localStorage, log),
  window,
);
const isStranger =
  createSafeStorage(() => sessionStorage, log).read(tokenKey) === null &&
  !preferences.hasAuthenticated() &&
  !preferences.owesLogout();
const leadsToLogin =
  location.pathname === '/login' || redirectAnonymous({ pathname: location.pathname, search: '' }, false) !== undefined;

if (early !== null && root !== null) {
  dress(early, preferences.darkMode());
  const isLogin = isStranger && leadsToLogin;
  if (!isLogin) early.firstElementChild?.replaceChildren();
  early.hidden = false;
  if (isLogin) early.querySelector<HTMLElement>('input')?.focus();
  handOver({ early, root, isLogin });
}

addEventListener('load', () => {
  const isWanted = isStranger && !savesData();
  void fetchAhead(isWanted ? (early?.dataset['next'] ?? '') : '').then(showFont);
});

/** Puts the colours of this person on what the build has drawn for all of them. */
function dress(page: HTMLElement, isDark: boolean): void {
  const dresses = JSON.parse(page.dataset['dresses'] ?? '{}') as Record<string, string>;
  const top = page.firstElementChild;
  if (top) top.className = dresses[isDark ? 'dark' : 'light'] ?? top.className;
  // The policy lets no styles stand in the markup; by script they may be set.
  for (const element of page.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset['style'] ?? '';
    element.removeAttribute('data-style');
  }
}

function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

/**
 * Fetches what comes after the login while somebody types, into the browser's own cache; waits until it is
 * there. What fails is fetched when it is needed, and counts then. Not by links: Firefox and the policy's
 * `default-src` refuse these.
 */
async function fetchAhead(files: string): Promise<void> {
  const inCache = async (file: string) => (await fetch(file, { priority: 'low' })).arrayBuffer();
  await Promise.allSettled(files.split(' ').filter(Boolean).map(inCache));
}

function showFont(): void {
  if (savesData()) return;
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: fontStyles }));
}
