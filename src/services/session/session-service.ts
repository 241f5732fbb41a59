import { type Failure, FailureError, errorTypes } from '../../model/contract/failure.ts';
import { publicCalls } from '../../model/contract/public-calls.ts';
import { renewalLeadMs } from '../../model/entities/access-token.ts';
import { endsSession, sessionOver } from '../http/failures.ts';
import type { Clock, HttpClient, Preferences, SessionService, TokenStore } from '../ports.ts';

export type SessionParts = {
  http: HttpClient & { refresh(): Promise<void> };
  tokens: TokenStore;
  preferences: Preferences;
  clock: Clock;
};

/** Logging in and out, and the token's life (ACC-9, ACC-10, ACC-14). The token itself stays here. */
export function createSessionService({ http, tokens, preferences, clock }: SessionParts): SessionService {
  function begin(token: string): { expiresAt: number } {
    const expiresAt = tokens.keep(token);
    preferences.setHasAuthenticated(true);
    preferences.setOwesLogout(false);
    return { expiresAt };
  }
  function forget(): void {
    tokens.clear();
    preferences.setHasAuthenticated(false);
  }
  async function tellLogout(): Promise<void> {
    await http.call(publicCalls.logout, {});
    preferences.setOwesLogout(false);
  }
  return {
    async restore() {
      if (preferences.owesLogout()) {
        // Where it fails it stays owed: the next start tries again.
        await tellLogout().catch(() => undefined);
        return null;
      }
      const stored = tokens.read();
      if (stored !== null && stored.expiresAt - renewalLeadMs > clock.now()) return { expiresAt: stored.expiresAt };
      if (stored === null && !preferences.hasAuthenticated()) return null;
      try {
        await http.refresh();
      } catch (error) {
        if (!(error instanceof FailureError) || !endsSession(error.failure)) throw error;
        forget();
        if (isSilent(error.failure)) return null;
        throw new FailureError(sessionOver, { cause: error });
      }
      const fresh = tokens.read();
      return fresh && { expiresAt: fresh.expiresAt };
    },
    async logIn(credentials, signal) {
      const { accessToken } = await http.call(publicCalls.login, { body: credentials }, { signal });
      return begin(accessToken);
    },
    async renew(signal) {
      const { accessToken } = await http.call(publicCalls.renewToken, {}, { signal });
      return begin(accessToken);
    },
    async logOut() {
      preferences.setOwesLogout(true);
      try {
        await tellLogout();
      } finally {
        forget();
      }
    },
    forget,
  };
}

/** ERR-5: 'type TokenMissing ignored silently': there simply is no session. */
function isSilent(failure: Failure): boolean {
  return failure.kind === 'server' && failure.type === errorTypes.tokenMissing;
}
