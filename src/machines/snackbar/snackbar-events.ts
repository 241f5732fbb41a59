import type { Notice } from '../../model/entities/notice.ts';

export type SnackbarEvent =
  /** Shows a message after those before it. */
  | { type: 'snackbar.show'; notice: Notice }
  /** The person closes the message. */
  | { type: 'snackbar.dismiss' }
  /** The person accepts the message's offer, such as to undo the reported change. */
  | { type: 'snackbar.act' }
  /** The message got or lost the focus; it stays while it has the focus. */
  | { type: 'snackbar.focused' }
  | { type: 'snackbar.blurred' }
  /** A message no longer applies, whether shown or queued. */
  | { type: 'snackbar.retract'; key: string };
