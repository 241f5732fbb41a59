import { inject, parse, type RouteParams } from 'regexparam';

/**
 * The address of a screen in a system, as the router (wouter) writes and matches it. Uses the router's own
 * matcher, without React.
 */
const dashboardRoute = '/dashboard/:mitasId?/*?';
const { pattern, keys } = parse(dashboardRoute);

export function screenUrl(mitasId: string, path: string): string {
  return inject(dashboardRoute, { mitasId: encodeURIComponent(mitasId), '*': path });
}

/** Returns the system and the path of a dashboard address; undefined for any other address. */
export function parseDashboardUrl(pathname: string): { mitasId: string | null; path: string } | undefined {
  const match = pattern.exec(pathname);
  if (match === null) return undefined;
  const params: RouteParams<typeof dashboardRoute> = Object.fromEntries(keys.map((key, at) => [key, match[at + 1]]));
  const mitasId = params.mitasId ?? '';
  return { mitasId: mitasId === '' ? null : decode(mitasId), path: (params['*'] ?? '').replace(/\/+$/, '') };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Returns the current path with its system replaced (NAV-8); outside the dashboard, returns the system's
 * home. The page of a record becomes the list, because ids differ between systems.
 */
export function withSystem(pathname: string, mitasId: string): string {
  const path = parseDashboardUrl(pathname)?.path ?? '';
  // The login loads this file, so it does without the routes: only the page of a record ends in a number.
  return screenUrl(mitasId, path.replace(/\/\d+$/, '') || 'dashboard');
}
