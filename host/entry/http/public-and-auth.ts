import type { Login, LoginTokens } from '../../domain/accounts/login.ts';
import { ApiError } from '../../platform/api-error.ts';
import { sessionExpiredCode } from '#model/contract/failure.ts';
import type { Exchange, Handlers } from './call-handlers.ts';

export type PublicAndAuthParts = { login: Login };

/** Returns the handlers for the public and auth calls (CALL-1). */
export function publicAndAuth({ login }: PublicAndAuthParts) {
  return {
    csrfToken: async ({ exchange }) => ({ csrfToken: exchange.csrfToken() }),

    async login({ body, exchange }) {
      const origin = { address: exchange.address, device: exchange.deviceCookie(), userAgent: exchange.userAgent };
      const entry = await login.logIn(body.username, body.password, origin);
      exchange.setDeviceCookie(entry.device.cookie, entry.device.expires);
      return letIn(exchange, entry);
    },

    async accessToken({ exchange }) {
      try {
        return letIn(exchange, await login.comeBack(exchange.refreshToken()));
      } catch (error) {
        // Clear an expired refresh cookie, which would only be refused again.
        if (error instanceof ApiError && error.status === sessionExpiredCode) exchange.clearRefreshToken();
        throw error;
      }
    },

    async logout({ exchange }) {
      await login.logOut({ refreshToken: exchange.refreshToken(), accessToken: exchange.bearerToken() });
      exchange.clearRefreshToken();
      return {};
    },

    async renewToken({ caller, exchange }) {
      const entry = await login.renew(exchange.refreshToken(), caller.sessionId);
      return 'refreshToken' in entry ? letIn(exchange, entry) : entry;
    },
  } satisfies Partial<Handlers>;
}

function letIn(exchange: Exchange, tokens: LoginTokens): { accessToken: string } {
  exchange.setRefreshToken(tokens.refreshToken, tokens.expiresAt);
  return { accessToken: tokens.accessToken };
}
