import type { KeptDrafts } from './kept-drafts.ts';
import type { SearchChanged } from '../screen/screen-events.ts';

export type ReceiverDialogsEvent =
  /** The unsaved values from an earlier visit of the screen. */
  | { type: 'kept.recalled'; kept: KeptDrafts }
  /** The search part of the address changed; it holds what is edited. */
  | SearchChanged
  /** Closes the message that the code could not be loaded. */
  | { type: 'dialogs.close' }
  /** Loads the code again. */
  | { type: 'dialogs.again' };
