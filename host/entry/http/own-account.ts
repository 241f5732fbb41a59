import type { People } from '../../domain/people/people.ts';
import { invalidRequest } from '../../platform/api-error.ts';
import type { Handlers } from './call-handlers.ts';

/** Returns the handlers (CALL-2) for the person's own account and their sessions. */
export function ownAccount({ own }: Pick<People, 'own'>) {
  return {
    async updateAccount({ caller, body: { password, ...change }, exchange }) {
      const account = await own.update(caller.userId, change, { password, address: exchange.address });
      const isAsked = change.email !== account.email;
      return {
        ...account,
        ...(isAsked && { message: `Your email is ${account.pendingEmail} once you confirm it with the link mailed there.` }),
      };
    },
    listSessions: async ({ caller: { userId, sessionId } }) => ({ sessions: await own.sessionsOf(userId, sessionId) }),
    async endSession({ caller, query: { sessionId } }) {
      if (sessionId === caller.sessionId) throw invalidRequest('This is the session that you use: log out instead', 'sessionId');
      await own.endSession(caller.userId, sessionId);
      return { message: 'The session was ended.' };
    },
    async endOtherSessions({ caller: { userId, sessionId } }) {
      await own.endOthers(userId, sessionId);
      return { message: 'All other sessions were ended.' };
    },
  } satisfies Partial<Handlers>;
}
