import { endReceiverKey, listReceiverKeys, makeReceiverKey } from '../../domain/accounts/receiver-keys.ts';
import { conflict, notFound } from '../../platform/api-error.ts';
import { type Database, inTransaction } from '../../platform/store/database.ts';
import type { Handlers } from './call-handlers.ts';

/** Returns the handlers for the keys with which receivers send data into a system (SYS-22). */
export function receiverKeys(database: Pick<Database, 'db'>) {
  return {
    listReceiverKeys: async ({ system }) => ({ keys: await listReceiverKeys(database, system.mitasId) }),
    async createReceiverKey({ caller, system, body: { name } }) {
      const made = await inTransaction(database, (within) =>
        makeReceiverKey(within, { systemId: system.mitasId, name, by: `user ${caller.userId}` }),
      );
      if (!made.ok) throw conflict(`${made.reason.text} Take another name, or revoke that one first.`, 'name');
      return made.value;
    },
    async revokeReceiverKey({ caller, system, params }) {
      const ended = await inTransaction(database, (within) =>
        endReceiverKey(within, { id: params.id, systemId: system.mitasId, by: `user ${caller.userId}` }),
      );
      if (ended === undefined) throw notFound('There is no such receiver key');
      return { message: `The key '${ended.name}' is revoked.` };
    },
  } satisfies Partial<Handlers>;
}
