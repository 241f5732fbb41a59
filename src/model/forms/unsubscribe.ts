import { defaultErrorCode, type Failure, FailureError, failureText } from '../contract/failure.ts';
import { type MailSubscription, mailSubscriptionNames } from '../entities/mail-subscription.ts';

/** What the host says of a link that unsubscribes. */
export type UnsubscribeReply = { success: boolean; type: MailSubscription; alreadyUnsubscribed: boolean };

/** The link has lost its token. */
export const tokenMissingText = 'Invalid unsubscribe link. The token parameter is missing.';
/** The host says itself that it did not do it. */
const notUnsubscribedText = 'Unable to process your unsubscribe request. Please try again.';

/** What a person was taken off, in a sentence. */
export function unsubscribedText({ type, alreadyUnsubscribed }: UnsubscribeReply): string {
  const name = mailSubscriptionNames[type];
  return alreadyUnsubscribed
    ? `You are already unsubscribed from ${name}. No further action is needed.`
    : `You have been successfully unsubscribed from ${name}. You will no longer receive these email notifications.`;
}

/** Why it failed, in a sentence; null where nothing is known. */
export function unsubscribeFailureText(failure: Failure | null): string {
  const text = 'Failed to process unsubscribe request. Please try again or contact support.';
  return failure === null ? text : failureText(failure, text);
}

/** The answer of the host, whose own refusal is a failure like any other. */
export function unsubscribed(reply: UnsubscribeReply): UnsubscribeReply {
  if (reply.success) return reply;
  throw new FailureError({ kind: 'server', code: defaultErrorCode, type: 'NotUnsubscribed', message: notUnsubscribedText });
}
