import type { Author } from '../../model/entities/author.ts';
import type { Edit, PersonalEdit } from '../../model/journal/edits.ts';
import type { SessionEntry } from '../../model/journal/session.ts';
import type { OperationReport } from '../operation/operation-events.ts';

/**
 * `by` is the person as the host names them; `newId` returns a unique id (fields/value-fields.ts,
 * `operationId`); `now` returns ms since the epoch.
 */
export type OperationsInput = { mitasId: string; by: Author; newId: () => string; now: () => number };

export type OperationsEvent =
  /**
   * The person makes an edit. It is shown at once, and sent when earlier operations in its queue are done.
   */
  | { type: 'operations.edit'; edit: Edit | PersonalEdit }
  /**
   * The person undoes their change with this revision (only within `epoch`, if given) or, without a revision,
   * their last change.
   */
  | { type: 'operations.undo'; revision?: number | undefined; epoch?: string | undefined }
  /** The person redoes the last undo. */
  | { type: 'operations.redo' }
  /** Sends or drops an operation held since a new epoch began. */
  | { type: 'operations.send'; opId: string }
  | { type: 'operations.drop'; opId: string }
  /** The entries that the change line has recorded. */
  | { type: 'changes.recorded'; entries: readonly SessionEntry[] }
  /** A new epoch began. */
  | { type: 'changes.begun' }
  | { type: 'line.opened' }
  | OperationReport;
