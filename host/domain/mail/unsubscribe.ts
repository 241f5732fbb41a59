import type { MailSubscription } from '#model/entities/mail-subscription.ts';
import { badLink } from '../../platform/api-error.ts';
import { unsubscribeMember, unsubscribeTokenOf } from '../../platform/store/accounts/outbox.ts';
import { type Db, inTransaction } from '../../platform/store/database.ts';
import { secretHash } from '../accounts/index.ts';

/** What somebody was taken off, and whether they were off it before. */
export type Unsubscribed = { type: MailSubscription; alreadyUnsubscribed: boolean };

/**
 * Takes whoever was sent the token off what it is for; as often as they like, without a login (MAIL-9).
 * @throws ApiError 403 for a token that is none, or past its time.
 */
export function unsubscribe(database: Db, token: string): Promise<Unsubscribed> {
  return inTransaction(database, async (transaction) => {
    const found = await unsubscribeTokenOf(transaction, secretHash(token));
    if (found === undefined || found.subscription === null) throw badLink('This unsubscribe link is invalid or has expired.');
    const { user_id, system_id, subscription: type } = found;
    return { type, alreadyUnsubscribed: !(await unsubscribeMember(transaction, user_id, system_id, type)) };
  });
}
