import type { People } from '../../domain/people/people.ts';
import type { Caller } from '../../domain/accounts/authority.ts';
import type { Handlers, SystemInPath } from './call-handlers.ts';

/**
 * Returns the handlers for a person's own access keys in a system. No role can see the keys of other people
 * (ACC-32).
 */
export function accessKeys({ keys }: Pick<People, 'keys'>) {
  const owner = (caller: Caller, system: SystemInPath) => ({ userId: caller.userId, systemId: system.mitasId });
  return {
    listAccessKeys: async ({ caller, system }) => ({ keys: await keys.of(owner(caller, system)) }),
    createAccessKey: ({ caller, system, body: { name, expiresAt } }) => keys.make(owner(caller, system), name, expiresAt),
    async revokeAccessKey({ caller, system, params }) {
      await keys.end(owner(caller, system), params.id);
      return { message: 'The key is revoked.' };
    },
  } satisfies Partial<Handlers>;
}
