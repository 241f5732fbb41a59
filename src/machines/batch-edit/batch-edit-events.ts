import type { Family } from '../../model/config/config.ts';
import type { RightChange } from '../receiver-editor/edit-right.ts';

/** `rxIds` are the selected receivers. */
export type BatchEditInput = { mitasId: string; rxIds: readonly number[] };

/** The events of the batch edit. */
export type BatchEditEvent =
  /** Chooses the family to edit; receivers of the other family are not changed. */
  | { type: 'batch.chooseFamily'; family: Family }
  /** Changes a field, which also chooses it. */
  | { type: 'editor.change'; path: string; value: unknown }
  /** Chooses a field to apply, or unchooses it. */
  | { type: 'batch.choose'; path: string; isChosen: boolean }
  /** Pulls the values of one receiver into the form. */
  | { type: 'batch.pull'; rxId: number }
  /** Reviews the changes, then applies them or goes back. */
  | { type: 'batch.review' }
  | { type: 'batch.back' }
  | { type: 'batch.apply' }
  | { type: 'editor.close' }
  /** The answers to leaving with unsaved changes. */
  | { type: 'editor.stay' }
  | { type: 'editor.discard' }
  | RightChange;
