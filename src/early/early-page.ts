import fontStyles from '@fontsource-variable/source-sans-3/wght.css?url';
import { redirectAnonymous, secretPaths } from '../model/navigation/redirect.ts';
import { keepLinkQuery } from '../services/location/link-query.ts';
import { createConsoleLog } from '../services/log/console-log.ts';
import { createPreferences } from '../services/storage/preferences.ts';
import { createSafeStorage } from '../services/storage/safe-storage.ts';
import { tokenKey } from '../services/storage/token-key.ts';
import { handOver } from './hand-over.ts';

/** As many as browsers load at once from a host; to request them all takes a slow phone 140 ms. */
const fetchedAtOnce = 6;

/**
 * Runs before the console's code has loaded (SPEED-18): a classic script in index.html between the built
 * login and the console's root. It shows the login, if that is the page, in the person's colour scheme, and
 * hands it over once the console is ready. If the console fails to load, it says so. It loads the font last.
 */
const early = document.querySelector<HTMLElement>('#early');
const root = document.querySelector<HTMLElement>('#root');
// Remove the secret of a mailed link from the address bar before the console's code loads.
if (secretPaths.includes(location.pathname)) keepLinkQuery(document, window);
const log = createConsoleLog(window.console);
const preferences = createPreferences(
  createSafeStorage(() => localStorage, log),
  window,
);
const isLoggedOut =
  createSafeStorage(() => sessionStorage, log).read(tokenKey) === null &&
  !preferences.hasAuthenticated() &&
  !preferences.owesLogout();
const leadsToLogin =
  location.pathname === '/login' || redirectAnonymous({ pathname: location.pathname, search: '' }, false) !== undefined;

if (early !== null && root !== null) {
  dress(early, preferences.darkMode());
  const isLogin = isLoggedOut && leadsToLogin;
  if (!isLogin) early.firstElementChild?.replaceChildren();
  early.hidden = false;
  if (isLogin) early.querySelector<HTMLElement>('input')?.focus();
  handOver({ early, root, isLogin });
}

addEventListener('load', () => {
  const isWanted = isLoggedOut && !savesData();
  void fetchAhead(isWanted ? (early?.dataset['next'] ?? '') : '').then(showFont);
});

/** Applies the person's colour scheme to the built page. */
function dress(page: HTMLElement, isDark: boolean): void {
  const dresses = JSON.parse(page.dataset['dresses'] ?? '{}') as Record<string, string>;
  const top = page.firstElementChild;
  if (top) top.className = dresses[isDark ? 'dark' : 'light'] ?? top.className;
  // The security policy forbids style attributes in the markup, but scripts may set styles.
  for (const element of page.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset['style'] ?? '';
    element.removeAttribute('data-style');
  }
}

function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

/**
 * Loads what comes after the login into the browser's cache while the person types; resolves when done.
 * Failures are ignored, because each file loads again when needed. Links do not work here: Firefox and the
 * policy's `default-src` refuse them.
 */
async function fetchAhead(files: string): Promise<void> {
  const rest = files.split(' ').filter(Boolean).values();
  const inCache = async (file: string) => (await fetch(file, { priority: 'low' })).arrayBuffer();
  const fetchInTurn = async () => {
    for (const file of rest) await inCache(file).catch(() => null);
  };
  await Promise.all(Array.from({ length: fetchedAtOnce }, fetchInTurn));
}

function showFont(): void {
  if (savesData()) return;
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: fontStyles }));
}
