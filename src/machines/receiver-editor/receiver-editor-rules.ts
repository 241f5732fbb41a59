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

/** What others changed meanwhile of what the person changed too, and what becomes of it either way. */
export type ConflictQuestion = {
  fresh: OpenedReceiver;
  /** The person's changes put onto what is there now. */
  draft: Draft;
  conflicts: readonly DraftDifference[];
  /** Who changed it last, and when; null where the host does not say. */
  last: Pick<Conflict, 'by' | 'at'> | null;
};

export type ReceiverEditorContext = ReceiverEditorInput & {
  /** What the host had; null until it was fetched. */
  opened: OpenedReceiver | null;
  draft: Draft | null;
  failure: Failure | null;
  question: ConflictQuestion | null;
  /** How often a save met what others changed elsewhere, and was made again. */
  attempts: number;
  /** True where the person's role may change receivers. */
  mayEdit: boolean;
  /** Why it was not saved; null once a field was changed. */
  refusal: FormRefusal | null;
  /** What became of the last file; null before the first, while one is read, and once the form is another. */
  imported: { readonly isTaken: boolean; readonly text: string } | null;
};

/** What the receiver was called when it was opened. */
export function aliasOf({ opened }: ReceiverEditorContext): string {
  return opened?.draft.basic.alias ?? '';
}

/** What is asked of the host. */
export type Save = { mitasId: string; rxId: number; rxData: SavedDraft; asOf: AsOf };

/**
 * Whether it is saved is not known of a save without an answer. One that others' changes stood against is
 * refused, also where these could not be fetched to compare: `failure` is that refusal then.
 */
export function notSavedText(context: ReceiverEditorContext, error: unknown): string {
  const alias = aliasOf(context);
  const cause = toFailure(error);
  return context.failure === null && isUnanswered(cause)
    ? `The host did not answer. ${alias} may or may not be saved`
    : `${alias} is not saved: ${failureText(cause, 'the host did not answer')}`;
}

/** True where others changed meanwhile what was to be saved. */
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

/** What cannot be saved is refused, and its first field shown. */
export function refusalOf({ draft }: ReceiverEditorContext) {
  const problems = draft === null ? [] : draftProblems(draft);
  const path = draft === null ? null : firstInForm(familyIn(draft), problems);
  return { refusal: { text: 'Some fields have errors. Their tabs show which', path } };
}

/** What a file holds in the form, and what is said of it. */
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

/** `fresh` is the receiver as it is now, after a save of the draft was refused. */
export function questionOf({ opened, draft, failure }: ReceiverEditorContext, fresh: OpenedReceiver): ConflictQuestion | null {
  if (opened === null || draft === null) return null;
  const last = failure?.kind === 'server' ? (failure.conflict ?? null) : null;
  return { fresh, ...rebased(opened.draft, draft, fresh.draft), last };
}

/**
 * The present values where both changed, the person's own elsewhere. Of another model it is the whole
 * configuration that the receiver has now (`aside` of the draft): the person's fields are not of that family.
 */
export function theirsOf({ fresh, draft, conflicts }: ConflictQuestion) {
  const paths = conflicts.map(({ path }) => path);
  return { opened: fresh, draft: withFieldsOf(draft, fresh.draft, paths), question: null };
}
