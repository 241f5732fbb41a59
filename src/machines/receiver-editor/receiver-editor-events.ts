import type { FamilyConfig } from '../../model/config/config.ts';
import type { OpenedReceiver, Draft } from '../../model/receiver-editor/draft.ts';
import type { RightChange } from './edit-right.ts';

/** What a person has changed of a receiver, and what it was changed from: enough to go on with it later. */
export type KeptValues = { readonly rxId: number; readonly opened: OpenedReceiver; readonly draft: Draft };

/**
 * `search`: the search part of the address in which it is open. `kept`: values to go on with, where a save of
 * them failed; null to begin with what the host has.
 */
export type ReceiverEditorInput = { mitasId: string; rxId: number; search: string; kept: KeptValues | null };

/** What it ends with: the values that could not be saved; null where there are none. */
export type ReceiverEditorOutput = { kept: KeptValues | null };

/** A file that a person chose; `size` in bytes. */
export type ReadableFile = { readonly name: string; readonly size: number; text: () => Promise<string> };

/** What a person does in the editor. */
export type ReceiverEditorEvent =
  /** A field has another value; `path` such as 'basic.alias', 'general.squelch'. */
  | { type: 'editor.change'; path: string; value: unknown }
  /** A whole configuration takes the place of what stands in the form: an old version. */
  | { type: 'editor.take'; config: FamilyConfig }
  /** The configuration as it stands in the form is wanted as a file, or taken from one. */
  | { type: 'editor.export' }
  | { type: 'editor.import'; file: ReadableFile }
  | { type: 'editor.save' }
  /** The editor is left: with unsaved changes the person is asked, while it saves they are kept. */
  | { type: 'editor.close' }
  /**
   * The answers to whether it is left with unsaved changes. A conflict is put off by 'editor.stay': the
   * person's own values stand, and the next save asks again.
   */
  | { type: 'editor.stay' }
  | { type: 'editor.discard' }
  /** The answers to a conflict: the present values are taken, or the person's own replace them. */
  | { type: 'editor.reload' }
  | { type: 'editor.overwrite' }
  | RightChange;
