import { type Failure, FailureError, errorTypes } from '../../model/contract/failure.ts';
import { publicCalls } from '../../model/contract/public-calls.ts';
import type { HttpClient, SessionService, TokenStore } from '../ports.ts';

export type SessionParts = { http: HttpClient & { refresh(): Promise<void> }; tokens: TokenStore };

/**
 * Makes the session's calls and stores the token of their answers (ACC-9). The token stays here; the auth
 * machine decides what follows.
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

/** The failure if the token was cleared before it could be read, so that there is no session. */
const nothingKept = { kind: 'server', code: 401, type: errorTypes.tokenMissing } as const satisfies Failure;
