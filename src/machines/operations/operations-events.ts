import type { Author } from '../../model/entities/author.ts';
import type { Edit, PersonalEdit } from '../../model/journal/edits.ts';
import type { SessionEntry } from '../../model/journal/session.ts';
import type { OperationReport } from '../operation/operation-events.ts';

/**
 * `by` is the person, as the host will name them; `newId` gives an id that nobody else gives
 * (changes/change.ts, `operationId`); `now` returns ms since the epoch.
 */
export type OperationsInput = { mitasId: string; by: Author; newId: () => string; now: () => number };

export type OperationsEvent =
  /**
   * The person changes something: it is shown at once, and asked of the host when those before it in its
   * queue are done.
   */
  | { type: 'operations.edit'; edit: Edit | PersonalEdit }
  /**
   * The person takes back the own change of that revision (of `epoch`, where that is named: none of another),
   * or the last one where none is named.
   */
  | { type: 'operations.undo'; revision?: number | undefined; epoch?: string | undefined }
  /** The person takes back the last undo. */
  | { type: 'operations.redo' }
  /** What is held since the host counts again is wanted all the same, or not any more. */
  | { type: 'operations.send'; opId: string }
  | { type: 'operations.drop'; opId: string }
  /** What the change line has recorded. */
  | { type: 'changes.recorded'; entries: readonly SessionEntry[] }
  /** The host counts again. */
  | { type: 'changes.begun' }
  | { type: 'line.opened' }
  | OperationReport;
