import { type Failure, FailureError, errorTypes } from '../../model/contract/failure.ts';
import { publicCalls } from '../../model/contract/public-calls.ts';
import type { HttpClient, SessionService, TokenStore } from '../ports.ts';

export type SessionParts = { http: HttpClient & { refresh(): Promise<void> }; tokens: TokenStore };

/**
 * Asks the host about sessions and keeps the token of its answer (ACC-9), which itself stays here. What
 * follows of it the auth machine says.
 */
export function createSessionService({ http, tokens }: SessionParts): SessionService {
  return {
    async refresh() {
      await http.refresh();
      const kept = tokens.read();
      if (kept === null) throw new FailureError(nothingKept);
      return { expiresAt: kept.expiresAt };
    },
    async logIn(credentials, signal) {
      const { accessToken } = await http.call(publicCalls.login, { body: credentials }, { signal });
      return { expiresAt: tokens.keep(accessToken) };
    },
    async renew(signal) {
      const { accessToken } = await http.call(publicCalls.renewToken, {}, { signal });
      tokens.keep(accessToken);
    },
    async logOut() {
      await http.call(publicCalls.logout, {});
    },
  };
}

/** The token was cleared again before it could be read: there simply is no session. */
const nothingKept = { kind: 'server', code: 401, type: errorTypes.tokenMissing } as const satisfies Failure;
