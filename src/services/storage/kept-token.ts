import { tokenExpiry } from '../../model/entities/access-token.ts';
import type { KeyValueStore } from '../ports.ts';
import { tokenKey } from './token-key.ts';

/** A tab's access token and when it expires, in ms since the epoch by this machine's clock. */
export type KeptToken = { token: string; expiresAt: number };

/** This tab's access token in session storage (ACC-6). A stored value that cannot be read is no token. */
export function readKeptToken(storage: KeyValueStore): KeptToken | null {
  try {
    const { token, expiresAt }: { token?: unknown; expiresAt?: unknown } = Object(JSON.parse(storage.read(tokenKey) ?? 'null'));
    return typeof token === 'string' && typeof expiresAt === 'number' ? { token, expiresAt } : null;
  } catch {
    return null;
  }
}

/** Keeps a token that came at `now`. Says when it expires; undefined, and keeps none, if that is not said. */
export function keepToken(storage: KeyValueStore, token: string, now: number): number | undefined {
  const expiresAt = tokenExpiry(token, now);
  if (expiresAt !== undefined) storage.write(tokenKey, JSON.stringify({ token, expiresAt } satisfies KeptToken));
  return expiresAt;
}
