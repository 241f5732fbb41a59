import type { AccessTokens } from '../accounts/access-tokens.ts';
import type { Entry, Login } from '../accounts/login.ts';
import type { Sessions } from '../accounts/sessions.ts';
import { sessionExpired, ApiError } from '../api-error.ts';
import { sessionExpiredCode } from '../../src/model/contract/failure.ts';
import type { Exchange, Handlers } from './call-handlers.ts';

export type PublicAndAuthParts = { login: Login; sessions: Sessions; tokens: AccessTokens };

/** Spec §7, Public and auth. */
export function publicAndAuth({ login, sessions, tokens }: PublicAndAuthParts): Handlers {
  return {
    csrfToken: async ({ exchange }) => ({ csrfToken: exchange.csrfToken() }),

    login: async ({ body, exchange }) => letIn(exchange, await login.logIn(body.username, body.password, exchange.address)),

    async accessToken({ exchange }) {
      try {
        return letIn(exchange, await login.comeBack(exchange.refreshToken()));
      } catch (error) {
        // A cookie that no longer helps would only be refused again.
        if (error instanceof ApiError && error.status === sessionExpiredCode) exchange.clearRefreshToken();
        throw error;
      }
    },

    async logout({ exchange }) {
      await login.logOut({ refreshToken: exchange.refreshToken(), accessToken: exchange.bearerToken() });
      exchange.clearRefreshToken();
      return {};
    },

    async renewToken({ caller }) {
      const session = await sessions.find(caller.sessionId);
      if (session === null) throw sessionExpired();
      return { accessToken: await tokens.issue(session.userId, session.sessionId, session.expiresAt.getTime()) };
    },
  };
}

function letIn(exchange: Exchange, entry: Entry): { accessToken: string } {
  exchange.setRefreshToken(entry.refreshToken, entry.expiresAt);
  return { accessToken: entry.accessToken };
}
