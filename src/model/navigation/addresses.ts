/** The address of a screen in a system. */
export function screenUrl(mitasId: string, path: string): string {
  return `/dashboard/${encodeURIComponent(mitasId)}/${path}`;
}

/** What a dashboard address names: the system and the path within it; undefined for any other address. */
export function parseDashboardUrl(pathname: string): { mitasId: string | null; path: string } | undefined {
  const match = /^\/dashboard(?:\/([^/]*)(?:\/(.*))?)?$/.exec(pathname);
  if (!match) return undefined;
  const mitasId = decode(match[1] ?? '');
  return { mitasId: mitasId === '' ? null : mitasId, path: (match[2] ?? '').replace(/\/+$/, '') };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** NAV-8: switching host rewrites the host segment of the current path; outside the dashboard it leads to the system's home. */
export function withSystem(pathname: string, mitasId: string): string {
  const current = parseDashboardUrl(pathname);
  return screenUrl(mitasId, current?.path || 'dashboard');
}
