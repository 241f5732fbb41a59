import type { Family } from '../../model/config/config.ts';
import type { RightChange } from '../receiver-editor/edit-right.ts';

/** The receivers that were selected. */
export type BatchEditInput = { mitasId: string; rxIds: readonly number[] };

/** What a person does in the batch edit. */
export type BatchEditEvent =
  /** Which family it is for: the receivers of the other one stay as they are. */
  | { type: 'batch.chooseFamily'; family: Family }
  /** A field has another value, and is chosen by that. */
  | { type: 'editor.change'; path: string; value: unknown }
  /** A field is to be applied, or not. */
  | { type: 'batch.choose'; path: string; isChosen: boolean }
  /** The values of one receiver are wanted in the form. */
  | { type: 'batch.pull'; rxId: number }
  /** What would change is looked at, and then done, or not. */
  | { type: 'batch.review' }
  | { type: 'batch.back' }
  | { type: 'batch.apply' }
  | { type: 'editor.close' }
  /** The answers to whether it is left with unsaved changes. */
  | { type: 'editor.stay' }
  | { type: 'editor.discard' }
  | RightChange;
