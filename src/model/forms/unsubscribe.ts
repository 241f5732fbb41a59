import { type Failure, failureText } from '../contract/failure.ts';
import { type MailSubscription, mailSubscriptionNames } from '../entities/mail-subscription.ts';

/** What the host says of a link that unsubscribes. */
export type UnsubscribeReply = { success: boolean; type: MailSubscription; alreadyUnsubscribed: boolean };

/** The link has lost its token. */
export const tokenMissingText = 'Invalid unsubscribe link. The token parameter is missing.';
/** The host says itself that it did not do it. */
export const notUnsubscribedText = 'Unable to process your unsubscribe request. Please try again.';

/** What a person was taken off, in a sentence. */
export function unsubscribedText({ type, alreadyUnsubscribed }: UnsubscribeReply): string {
  const name = mailSubscriptionNames[type];
  return alreadyUnsubscribed
    ? `You are already unsubscribed from ${name}. No further action is needed.`
    : `You have been successfully unsubscribed from ${name}. You will no longer receive these email notifications.`;
}

/** Why it failed, in a sentence. */
export function unsubscribeFailureText(failure: Failure): string {
  return failureText(failure, 'Failed to process unsubscribe request. Please try again or contact support.');
}
