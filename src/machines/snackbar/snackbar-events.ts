import type { Notice } from '../../model/entities/notice.ts';

export type SnackbarEvent =
  /** Shows a message after those that were sent before it. */
  | { type: 'snackbar.show'; notice: Notice }
  /** The person closes the message. */
  | { type: 'snackbar.dismiss' }
  /** The person accepts the message's offer, such as to undo the reported change. */
  | { type: 'snackbar.act' }
  /** The message got or lost the focus; it stays while it has the focus. */
  | { type: 'snackbar.focused' }
  | { type: 'snackbar.blurred' }
  /** Removes the message with this key, shown or queued, because it no longer applies. */
  | { type: 'snackbar.retract'; key: string };
