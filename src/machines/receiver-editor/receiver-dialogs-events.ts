import type { KeptDrafts } from './kept-drafts.ts';
import type { SearchChanged } from '../screen/screen-events.ts';

export type ReceiverDialogsEvent =
  /** Values that could not be saved when the screen was open before. */
  | { type: 'kept.recalled'; kept: KeptDrafts }
  /** The address has another search part: what is edited stands in it. */
  | SearchChanged
  /** What says that the code did not come is closed. */
  | { type: 'dialogs.close' }
  /** It is asked for once more. */
  | { type: 'dialogs.again' };
