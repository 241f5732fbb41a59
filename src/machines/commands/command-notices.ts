import { type Failure, failureText } from '../../model/contract/failure.ts';
import type { Notice } from '../../model/entities/notice.ts';

/** Confirms that a waiting command was cancelled (SEND-5); shown only if its list is no longer open. */
export const cancelledNotice: Notice = { message: 'Command cancelled', variant: 'success' };

export function notCancelledNotice(failure: Failure): Notice {
  return { message: failureText(failure, 'Could not cancel the command'), variant: 'error' };
}
