import { defaultErrorCode, type Failure, FailureError, failureText } from '../contract/failure.ts';
import { type MailSubscription, mailSubscriptionNames } from '../entities/mail-subscription.ts';

/** The host's answer to an unsubscribe link. */
export type UnsubscribeReply = { success: boolean; type: MailSubscription; alreadyUnsubscribed: boolean };

/** Shown for a link without its token. */
export const tokenMissingText = 'Invalid unsubscribe link. The token parameter is missing.';
/** Shown if the host answers without success. */
const notUnsubscribedText = 'Unable to process your unsubscribe request. Please try again.';

/** Returns a sentence with the emails that the person no longer gets. */
export function unsubscribedText({ type, alreadyUnsubscribed }: UnsubscribeReply): string {
  const name = mailSubscriptionNames[type];
  return alreadyUnsubscribed
    ? `You are already unsubscribed from ${name}. No further action is needed.`
    : `You have been successfully unsubscribed from ${name}. You will no longer receive these email notifications.`;
}

/** Returns a sentence on why it failed, general if `failure` is null. */
export function unsubscribeFailureText(failure: Failure | null): string {
  const text = 'Failed to process unsubscribe request. Please try again or contact support.';
  return failure === null ? text : failureText(failure, text);
}

/** Returns the host's answer, or throws a failure if the host refused. */
export function unsubscribed(reply: UnsubscribeReply): UnsubscribeReply {
  if (reply.success) return reply;
  throw new FailureError({ kind: 'server', code: defaultErrorCode, type: 'NotUnsubscribed', message: notUnsubscribedText });
}
