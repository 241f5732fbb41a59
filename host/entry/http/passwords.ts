import type { People } from '../../domain/people/people.ts';
import type { Handlers } from './call-handlers.ts';

/** Returns the handlers (CALL-1) that change a password, by a mailed link or the old password. */
export function passwordChanges({ passwords }: Pick<People, 'passwords'>) {
  return {
    async resetPassword({ body, exchange }) {
      await passwords.ask(body.user, exchange.address);
      return { message: 'If there is such an account, a mail with a link is on its way to it.' };
    },
    async setPassword({ body: { token, email, password }, exchange }) {
      await passwords.set({ token, email, address: exchange.address }, password);
      return {};
    },
    async updatePassword({ caller, body, exchange }) {
      await passwords.update(caller, body, exchange.address);
      return { message: 'Your password was changed, and your other sessions were ended.' };
    },
  } satisfies Partial<Handlers>;
}
