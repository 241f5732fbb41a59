import type { FamilyConfig } from '../../model/config/config.ts';
import type { OpenedReceiver, Draft } from '../../model/receiver-editor/draft.ts';
import type { RightChange } from './edit-right.ts';

/** A person's changes of a receiver and their original, enough to continue editing later. */
export type KeptValues = { readonly rxId: number; readonly opened: OpenedReceiver; readonly draft: Draft };

/**
 * `search`: the search part of the address. `kept`: values that could not be saved, with which to continue;
 * null to start with the host's.
 */
export type ReceiverEditorInput = { mitasId: string; rxId: number; search: string; kept: KeptValues | null };

/** The values that could not be saved; null if there are none. */
export type ReceiverEditorOutput = { kept: KeptValues | null };

/** A file that a person chose; `size` in bytes. */
export type ReadableFile = { readonly name: string; readonly size: number; text: () => Promise<string> };

/** The events of the editor. */
export type ReceiverEditorEvent =
  /** Changes a field; `path` such as 'basic.alias' or 'general.squelch'. */
  | { type: 'editor.change'; path: string; value: unknown }
  /** Replaces the form's configuration by an older version. */
  | { type: 'editor.take'; config: FamilyConfig }
  /** Exports the form's configuration to a file, or imports one. */
  | { type: 'editor.export' }
  | { type: 'editor.import'; file: ReadableFile }
  | { type: 'editor.save' }
  /**
   * Closes the editor. If there are unsaved changes, it asks first; if a save is in progress, it keeps the
   * values for later.
   */
  | { type: 'editor.close' }
  /**
   * The answers to leaving with unsaved changes. In a conflict, 'editor.stay' keeps the person's values, and
   * the next save asks again.
   */
  | { type: 'editor.stay' }
  | { type: 'editor.discard' }
  /** The answers to a conflict: take the present values, or overwrite them. */
  | { type: 'editor.reload' }
  | { type: 'editor.overwrite' }
  | RightChange;
