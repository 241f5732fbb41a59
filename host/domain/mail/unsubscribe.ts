import type { MailSubscription } from '#model/entities/mail-subscription.ts';
import { badLink } from '../../platform/api-error.ts';
import { unsubscribeMember, unsubscribeTokenOf } from '../../platform/store/accounts/outbox.ts';
import { type Db, inTransaction } from '../../platform/store/database.ts';
import { secretHash } from '../accounts/index.ts';

/** What a person unsubscribed from, and whether they had already done so. */
export type Unsubscribed = { type: MailSubscription; alreadyUnsubscribed: boolean };

/**
 * Unsubscribes the recipient of a token. Needs no login and can be repeated (MAIL-9).
 * @throws ApiError 403 for an invalid or expired token.
 */
export function unsubscribe(database: Db, token: string): Promise<Unsubscribed> {
  return inTransaction(database, async (transaction) => {
    const found = await unsubscribeTokenOf(transaction, secretHash(token));
    if (found === undefined || found.subscription === null) throw badLink('This unsubscribe link is invalid or has expired.');
    const { user_id, system_id, subscription: type } = found;
    return { type, alreadyUnsubscribed: !(await unsubscribeMember(transaction, user_id, system_id, type)) };
  });
}
