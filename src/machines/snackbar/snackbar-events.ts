import type { Notice } from '../../model/entities/notice.ts';

export type SnackbarEvent =
  /** Shows a message, or lets it wait for those before it. */
  | { type: 'snackbar.show'; notice: Notice }
  /** The person closes what stands. */
  | { type: 'snackbar.dismiss' }
  /** The person does what it offers, such as to take back the change that it reports. */
  | { type: 'snackbar.act' }
  /** The focus came into what stands, or left it: it stays as long as it has the focus. */
  | { type: 'snackbar.focused' }
  | { type: 'snackbar.blurred' }
  /** A message has lost its point, whether it stands or waits. */
  | { type: 'snackbar.retract'; key: string };
