import { FailureError } from '../../model/contract/failure.ts';
import type { Clock, KeyValueStore, TokenStore } from '../ports.ts';
import { keepToken, readKeptToken } from './kept-token.ts';
import { tokenKey } from './token-key.ts';

/** Stores this tab's access token (ACC-6), and notifies listeners. */
export function createTokenStore(storage: KeyValueStore, clock: Clock): TokenStore {
  const listeners = new Set<(expiresAt: number) => void>();
  return {
    read: () => readKeptToken(storage),
    keep(token) {
      const expiresAt = keepToken(storage, token, clock.now());
      if (expiresAt === undefined) {
        throw new FailureError({ kind: 'invalidPayload', issues: ['The access token does not say when it expires'] });
      }
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
