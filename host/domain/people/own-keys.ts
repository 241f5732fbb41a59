import { sessionExpired } from '../../platform/api-error.ts';
import { findCredentials } from '../../platform/store/accounts/users.ts';
import { findSystem } from '../../platform/store/accounts/systems.ts';
import { inTransaction } from '../../platform/store/database.ts';
import { createAccessKey, endAccessKey, listAccessKeys } from '../accounts/index.ts';
import { accessKeyMail } from './people-mails.ts';
import type { PeopleParts } from './registration.ts';

type Owner = { userId: number; systemId: string };

/** Manages the keys by which a person's programs read a system (ACC-32). */
export type OwnKeys = {
  of: (owner: Owner) => ReturnType<typeof listAccessKeys>;
  /**
   * Creates a key and notifies its owner by email.
   * @throws like `createAccessKey`.
   */
  make(owner: Owner, name: string, expiresAt?: number): ReturnType<typeof createAccessKey>;
  /**
   * Revokes a key. This host stops accepting it at once.
   * @throws ApiError 404 if the owner has none with that number.
   */
  end(owner: Owner, id: number): Promise<void>;
};

export function createOwnKeys({
  database,
  bus,
  post,
  pageUrl,
}: Pick<PeopleParts, 'database' | 'bus' | 'post' | 'pageUrl'>): OwnKeys {
  return {
    of: (owner) => listAccessKeys(database, owner),
    make: (owner, name, expiresAt) =>
      inTransaction(database, async (within) => {
        const person = await findCredentials(within, owner.userId);
        const system = await findSystem(within, owner.systemId);
        if (person === undefined || system === undefined) throw sessionExpired();
        const made = await createAccessKey(within, owner, name, expiresAt);
        const { email, username } = person;
        await post(within, accessKeyMail(email, { username, system: system.common_name, name: made.name, pageUrl: pageUrl() }));
        return made;
      }),
    async end(owner, id) {
      await inTransaction(database, (within) => endAccessKey(within, id, owner));
      bus.publish({ kind: 'accessKeyRevoked', keyId: id });
    },
  };
}
