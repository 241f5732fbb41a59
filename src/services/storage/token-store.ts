import * as v from 'valibot';
import { FailureError } from '../../model/contract/failure.ts';
import { tokenExpiry } from '../../model/entities/access-token.ts';
import type { Clock, KeyValueStore, TokenStore } from '../ports.ts';
import { tokenKey } from './token-key.ts';

const storedSchema = v.pipe(v.string(), v.parseJson(), v.object({ token: v.string(), expiresAt: v.number() }));

/** Keeps this tab's access token (ACC-6). A stored value that cannot be read is no token. */
export function createTokenStore(storage: KeyValueStore, clock: Clock): TokenStore {
  const listeners = new Set<(expiresAt: number) => void>();
  return {
    read() {
      const stored = v.safeParse(storedSchema, storage.read(tokenKey));
      return stored.success ? stored.output : null;
    },
    keep(token) {
      const expiresAt = tokenExpiry(token, clock.now());
      if (expiresAt === undefined) {
        throw new FailureError({ kind: 'invalidPayload', issues: ['The access token does not say when it expires'] });
      }
      storage.write(tokenKey, JSON.stringify({ token, expiresAt }));
      for (const listener of listeners) listener(expiresAt);
      return expiresAt;
    },
    clear: () => storage.remove(tokenKey),
    onKept(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
