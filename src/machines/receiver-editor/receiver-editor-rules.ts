import type { AsOf } from '../../model/changes/change.ts';
import type { Family, FamilyConfig } from '../../model/config/config.ts';
import { configFile } from '../../model/receiver-editor/config-file.ts';
import {
  type Draft,
  type DraftDifference,
  type OpenedReceiver,
  type SavedDraft,
  configDifferences,
  draftProblems,
  familyIn,
  firstInForm,
  rebased,
  requestOf,
  withFieldsOf,
} from '../../model/receiver-editor/draft.ts';
import { type Conflict, type Failure, errorTypes, failureText, isUnanswered, toFailure } from '../../model/contract/failure.ts';
import type { Result } from '../../model/result.ts';
import type { FormRefusal } from './form-refusal.ts';
import type { ReadableFile, ReceiverEditorInput } from './receiver-editor-events.ts';

/** The conflicts between the person's changes and newer ones, and the drafts that result. */
export type ConflictQuestion = {
  fresh: OpenedReceiver;
  /** The person's changes applied to the newest version. */
  draft: Draft;
  conflicts: readonly DraftDifference[];
  /** Who changed it last, and when; null if the host does not say. */
  last: Pick<Conflict, 'by' | 'at'> | null;
};

export type ReceiverEditorContext = ReceiverEditorInput & {
  /** The host's version; null until loaded. */
  opened: OpenedReceiver | null;
  draft: Draft | null;
  failure: Failure | null;
  question: ConflictQuestion | null;
  /** How often a save was repeated because of other people's changes. */
  attempts: number;
  /** True if the person's role may change receivers. */
  mayEdit: boolean;
  /** Why saving was refused; null once a field was changed. */
  refusal: FormRefusal | null;
  /**
   * The result of the last import; null before the first, while a file is read, and after the form changed.
   */
  imported: { readonly isTaken: boolean; readonly text: string } | null;
};

/** Returns the receiver's name as it was opened. */
export function aliasOf({ opened }: ReceiverEditorContext): string {
  return opened?.draft.basic.alias ?? '';
}

/** The request to the host. */
export type Save = { mitasId: string; rxId: number; rxData: SavedDraft; asOf: AsOf };

/**
 * Returns the message for a failed save. Without an answer it may have been saved, unless `failure` holds an
 * earlier refusal: a conflict whose newest version could not be loaded.
 */
export function notSavedText(context: ReceiverEditorContext, error: unknown): string {
  const alias = aliasOf(context);
  const cause = toFailure(error);
  return context.failure === null && isUnanswered(cause)
    ? `The host did not answer. ${alias} may or may not be saved`
    : `${alias} is not saved: ${failureText(cause, 'the host did not answer')}`;
}

/** Returns true if the save conflicts with newer changes. */
export function isConflict(error: unknown): boolean {
  const failure = toFailure(error);
  return failure.kind === 'server' && failure.type === errorTypes.conflict && failure.conflict !== undefined;
}

export function readOf(
  { draft }: ReceiverEditorContext,
  { file }: { file: ReadableFile },
): { file: ReadableFile; family: Family } {
  return { file, family: draft === null ? 'orion' : familyIn(draft) };
}

/** Returns the refusal of a form with invalid values, with the path of the first invalid field. */
export function refusalOf({ draft }: ReceiverEditorContext) {
  const problems = draft === null ? [] : draftProblems(draft);
  const path = draft === null ? null : firstInForm(familyIn(draft), problems);
  return { refusal: { text: 'Some fields have errors. Their tabs show which', path } };
}

/** Returns the form with a file's values, and the message about it. */
export function importOf({ draft }: ReceiverEditorContext, read: Result<FamilyConfig>) {
  if (!read.ok) return { imported: { isTaken: false, text: read.reason } };
  if (draft === null) return {};
  const { length } = configDifferences(familyIn(draft), draft.config, read.value);
  const values = length === 1 ? '1 value differs' : `${length} values differ`;
  const text = length === 0 ? 'The file matches the editor' : `Copied to the editor: ${values}`;
  return { draft: { ...draft, config: read.value }, refusal: null, imported: { isTaken: true, text } };
}

export function fileOf(draft: Draft | null) {
  if (draft === null) throw new Error('What was not fetched is exported');
  return configFile(draft.basic.alias, familyIn(draft), draft.config);
}

export function saveOf({ mitasId, rxId, opened, draft }: ReceiverEditorContext): Save {
  if (opened === null || draft === null) throw new Error('What was not fetched is saved');
  return { mitasId, rxId, rxData: requestOf(opened.draft, draft), asOf: opened.asOf };
}

/**
 * Returns the question about conflicts, or null; `fresh` is the receiver's state after a save was refused.
 */
export function questionOf({ opened, draft, failure }: ReceiverEditorContext, fresh: OpenedReceiver): ConflictQuestion | null {
  if (opened === null || draft === null) return null;
  const last = failure?.kind === 'server' ? (failure.conflict ?? null) : null;
  return { fresh, ...rebased(opened.draft, draft, fresh.draft), last };
}

/**
 * Takes the present values of the conflicting fields and keeps the person's other changes. If the model
 * changed, the present configuration is taken completely, because the person's fields are of another family.
 */
export function theirsOf({ fresh, draft, conflicts }: ConflictQuestion) {
  const paths = conflicts.map(({ path }) => path);
  return { opened: fresh, draft: withFieldsOf(draft, fresh.draft, paths), question: null };
}
