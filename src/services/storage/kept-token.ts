import { tokenExpiry } from '../../model/entities/access-token.ts';
import type { KeyValueStore } from '../ports.ts';
import { tokenKey } from './token-key.ts';

/** A tab's access token and its expiry, ms since the epoch by this machine's clock. */
export type KeptToken = { token: string; expiresAt: number };

/** Reads this tab's access token from session storage (ACC-6); null if the stored value is unreadable. */
export function readKeptToken(storage: KeyValueStore): KeptToken | null {
  try {
    const { token, expiresAt }: { token?: unknown; expiresAt?: unknown } = Object(JSON.parse(storage.read(tokenKey) ?? 'null'));
    return typeof token === 'string' && typeof expiresAt === 'number' ? { token, expiresAt } : null;
  } catch {
    return null;
  }
}

/**
 * Stores a token that arrived at `now` and returns its expiry; if it has none, stores nothing and returns
 * undefined.
 */
export function keepToken(storage: KeyValueStore, token: string, now: number): number | undefined {
  const expiresAt = tokenExpiry(token, now);
  if (expiresAt !== undefined) storage.write(tokenKey, JSON.stringify({ token, expiresAt } satisfies KeptToken));
  return expiresAt;
}
