import { type Failure, failureText } from '../../model/contract/failure.ts';
import type { Notice } from '../../model/entities/notice.ts';

/** That one that waited is taken back (SEND-5): said where its list is not open any more. */
export const cancelledNotice: Notice = { message: 'Command cancelled', variant: 'success' };

export function notCancelledNotice(failure: Failure): Notice {
  return { message: failureText(failure, 'Could not cancel the command'), variant: 'error' };
}
