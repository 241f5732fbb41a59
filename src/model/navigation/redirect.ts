import type { Account } from '../entities/account.ts';
import type { System } from '../entities/system.ts';
import { parseDashboardUrl, screenUrl } from './addresses.ts';

/** The current address. `search` begins with '?' or is empty. */
export type Place = { pathname: string; search: string };

/** The pages whose query has the token of a link in an email. */
export const secretPaths: readonly string[] = ['/complete-profile', '/reset-password', '/unsubscribe'];

const loginPath = '/login';
const logoutPath = 'account/logout';

/** Returns the system in an address; null for none. */
export function systemAt(place: Place): string | null {
  return parseDashboardUrl(place.pathname)?.mitasId ?? null;
}

/** Returns true for pages that need a login (NAV-2: /dashboard and everything below). */
export function isProtected(place: Place): boolean {
  return parseDashboardUrl(place.pathname) !== undefined;
}

/**
 * The page on which a superuser approves a registration. It needs a login, although it belongs to no system.
 */
const approvalPath = '/registration-approval';

/** Returns true for pages that show the login first to a person who is not logged in. */
function needsLogin(place: Place): boolean {
  return isProtected(place) || place.pathname === approvalPath;
}

/** Returns true for the page that logs out (NAV-7: the account item's second sub-item). */
export function isLogout(place: Place): boolean {
  return parseDashboardUrl(place.pathname)?.path === logoutPath;
}

export function logoutOf(mitasId: string): Place {
  return { pathname: screenUrl(mitasId, logoutPath), search: '' };
}

/**
 * Returns where to send a person who is not logged in (NAV-3); undefined to stay. The login remembers the
 * page, unless the person has just logged out.
 */
export function redirectAnonymous(place: Place, loggedOut: boolean): string | undefined {
  if (place.pathname === '/') return loginPath;
  if (!needsLogin(place)) return undefined;
  // People who log out on the approval page want to return there under another account.
  if ((loggedOut && isProtected(place)) || isLogout(place)) return loginPath;
  return `${loginPath}?${new URLSearchParams({ from: place.pathname + place.search })}`;
}

/**
 * Returns where to send a logged-in person who is on the login page (NAV-3): to the page they came from,
 * otherwise to the dashboard. Undefined for other pages, to stay.
 */
export function redirectAuthenticated(place: Place): string | undefined {
  if (place.pathname !== loginPath && place.pathname !== '/') return undefined;
  return referrer(place) ?? '/dashboard/';
}

/**
 * Returns the page named in a login's address if it is a page of this console that needs a login; undefined
 * for any other, which is not followed.
 */
function referrer(place: Place): string | undefined {
  const from = new URLSearchParams(place.search).get('from') ?? '';
  const [pathname = '', search] = from.split('?', 2);
  const target: Place = { pathname, search: search === undefined ? '' : `?${search}` };
  return needsLogin(target) && !isLogout(target) ? from : undefined;
}

/**
 * Returns where /dashboard leads (SYS-5): to the system last selected, or the only one. Undefined if the
 * person must choose.
 */
export function homeOf(account: Account, systems: readonly System[]): string | undefined {
  const known = defaultSystem(account, systems);
  return known && screenUrl(known, 'dashboard');
}

/** Returns the system to use if none is named (SYS-5); undefined if the person must choose. */
export function defaultSystem(
  { mitasId: current }: Pick<Account, 'mitasId'>,
  systems: readonly Pick<System, 'mitasId'>[],
): string | undefined {
  const names = systems.map(({ mitasId }) => mitasId);
  return names.find((name) => name === current) ?? (names.length === 1 ? names[0] : undefined);
}
