import { defaultSystem } from '#model/navigation/redirect.ts';
import { isTimezone } from '#model/time/timezone.ts';
import type { Exchange, Handlers } from './call-handlers.ts';
import type { AccountStore } from '../../domain/accounts/account-store.ts';
import type { AccessTokens } from '../../domain/accounts/access-tokens.ts';
import type { Caller } from '../../domain/accounts/authority.ts';
import type { Sessions } from '../../domain/accounts/sessions.ts';
import { conflict, invalidRequest, sessionExpired } from '../../platform/api-error.ts';

export type ClientParts = { accounts: AccountStore; sessions: Sessions; tokens: AccessTokens };

/** Returns the handlers (CALL-2) for the person's own account and their systems. */
export function client({ accounts, sessions, tokens }: ClientParts) {
  /** The new token expires with the old one, because only the refresh cookie extends a session. */
  async function tokenAndAccount({ userId, sessionId, expiresAt }: Caller) {
    if ((await sessions.find(sessionId)) === null) throw sessionExpired();
    const token = await tokens.issue(userId, sessionId, expiresAt);
    return { token, clientAccount: await accounts.read(userId) };
  }

  /**
   * Returns the system that a request names, or else the person's current or only one.
   * @throws ApiError 409 if the request names no system and the person has several but no current one.
   */
  async function requestedSystem(userId: number, { socketPlace }: Exchange, named: string | undefined): Promise<string> {
    if (named !== undefined) return named;
    const usual = defaultSystem(await accounts.read(userId), await accounts.systemsOf(userId, socketPlace));
    if (usual === undefined) throw conflict('None of your systems is the current one. Name one in mitasId', 'mitasId');
    return usual;
  }

  return {
    listSystems: async ({ caller, exchange }) => ({
      systems: await accounts.systemsOf(caller.userId, exchange.socketPlace),
    }),
    getAccount: ({ caller }) => accounts.read(caller.userId),
    async setDarkMode({ caller, body }) {
      await accounts.setDarkMode(caller.userId, body.darkMode);
      return { darkMode: body.darkMode };
    },
    async setCsvForExcel({ caller, body }) {
      await accounts.setCsvForExcel(caller.userId, body.csvForExcel);
      return { csvForExcel: body.csvForExcel };
    },
    async selectHost({ caller, body }) {
      await accounts.selectSystem(caller.userId, body.mitasId);
      return tokenAndAccount(caller);
    },
    async setLastSeen({ caller, body, exchange }) {
      const mitasId = await requestedSystem(caller.userId, exchange, body.mitasId);
      const mark = await accounts.markAlarmsSeen(caller.userId, mitasId, body.lastSeenAlarmId, body.insteadOf);
      return mark ?? { lastSeenAlarmId: null, lastSeenVersion: null };
    },
    async setEmailNotifications({ caller, body: { mitasId: named, ...wishes }, exchange }) {
      const mitasId = await requestedSystem(caller.userId, exchange, named);
      const email = await accounts.setMailWishes(caller.userId, mitasId, wishes);
      return { message: 'Email notifications updated', email };
    },
    async setTimezone({ caller, body }) {
      if (!isTimezone(body.timezone)) throw invalidRequest(`'${body.timezone}' is not a timezone this host knows`, 'timezone');
      await accounts.setTimezone(caller.userId, body.timezone, body.autoTimezone);
      return tokenAndAccount(caller);
    },
  } satisfies Partial<Handlers>;
}
