import type { People } from '../../domain/people/people.ts';
import type { Handlers } from './call-handlers.ts';

/** Returns the handlers (CALL-1, CALL-2) for account requests, their approval and the links they send. */
export function signingUp({ registration, invitations, own, verify }: People) {
  return {
    async registrationRequest({ body, exchange }) {
      await registration.ask(body, exchange.address);
      return {};
    },
    async approveRegistration({ caller, body }) {
      await registration.approve(caller.userId, body);
      return {};
    },
    async verifyToken({ body, exchange }) {
      const { again, ...answer } = await verify({ ...body, address: exchange.address });
      if (again) exchange.answerAgain();
      return answer;
    },
    acceptInvitation: ({ body, exchange }) => invitations.accept({ ...body, address: exchange.address }),
    async confirmEmail({ body, exchange }) {
      await own.confirm({ ...body, address: exchange.address });
      return {};
    },
    async completeProfile({ body: { token, email, ...profile }, exchange }) {
      await registration.complete({ token, email, address: exchange.address }, profile);
      return {};
    },
  } satisfies Partial<Handlers>;
}
