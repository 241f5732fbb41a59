import type { Account } from '../entities/account.ts';
import type { System } from '../entities/system.ts';
import { parseDashboardUrl, screenUrl } from './addresses.ts';

/** Where the address bar stands; `search` begins with '?' or is empty. */
export type Place = { pathname: string; search: string };

/** Pages whose query carries the token of a mailed link. */
export const secretPaths: readonly string[] = ['/complete-profile', '/reset-password', '/unsubscribe'];

const loginPath = '/login';
const logoutPath = 'account/logout';

/** The system a place names, null for none. */
export function systemAt(place: Place): string | null {
  return parseDashboardUrl(place.pathname)?.mitasId ?? null;
}

/** True for the pages that need a login (NAV-2: /dashboard and all below). */
export function isProtected(place: Place): boolean {
  return parseDashboardUrl(place.pathname) !== undefined;
}

/** The page on which a superuser approves a registration; it needs a login, though it is of no system. */
const approvalPath = '/registration-approval';

/** True for what somebody who is not logged in is led to by the login. */
function needsLogin(place: Place): boolean {
  return isProtected(place) || place.pathname === approvalPath;
}

/** True for the page that logs out (NAV-7: the account item's second sub-item). */
export function isLogout(place: Place): boolean {
  return parseDashboardUrl(place.pathname)?.path === logoutPath;
}

/** The page that logs out, as a system's sidebar links it. */
export function logoutOf(mitasId: string): Place {
  return { pathname: screenUrl(mitasId, logoutPath), search: '' };
}

/**
 * Where somebody who is not logged in is sent from a place (NAV-3); undefined to stay. The login remembers
 * where they came from, unless they have just logged out.
 */
export function redirectAnonymous(place: Place, loggedOut: boolean): string | undefined {
  if (place.pathname === '/') return loginPath;
  if (!needsLogin(place)) return undefined;
  // Who logs out there does so to log in as somebody who may approve.
  if ((loggedOut && isProtected(place)) || isLogout(place)) return loginPath;
  return `${loginPath}?${new URLSearchParams({ from: place.pathname + place.search })}`;
}

/**
 * Where somebody who is logged in is sent from the login (NAV-3): to the referrer, else to the dashboard;
 * undefined to stay.
 */
export function redirectAuthenticated(place: Place): string | undefined {
  if (place.pathname !== loginPath && place.pathname !== '/') return undefined;
  return referrer(place) ?? '/dashboard/';
}

/**
 * The referrer in a login's address, if it is a page of the dashboard here: an address from elsewhere is not
 * followed.
 */
function referrer(place: Place): string | undefined {
  const from = new URLSearchParams(place.search).get('from') ?? '';
  const [pathname = '', search] = from.split('?', 2);
  const target: Place = { pathname, search: search === undefined ? '' : `?${search}` };
  return needsLogin(target) && !isLogout(target) ? from : undefined;
}

/**
 * Where /dashboard leads (SYS-5): the system last selected, or the only one; undefined where the person must
 * choose.
 */
export function homeOf(account: Account, systems: readonly System[]): string | undefined {
  const known = meantSystem(account, systems);
  return known && screenUrl(known, 'dashboard');
}

/** The system that a person means who names none (SYS-5); undefined where they must choose. */
export function meantSystem(
  { mitasId: current }: Pick<Account, 'mitasId'>,
  systems: readonly Pick<System, 'mitasId'>[],
): string | undefined {
  const names = systems.map(({ mitasId }) => mitasId);
  return names.find((name) => name === current) ?? (names.length === 1 ? names[0] : undefined);
}
