import type { SnapshotFrom } from 'xstate';
import type { ChangedEntity } from '../../model/changes/change-kinds.ts';
import { concerns, isSystemEdit } from '../../model/journal/edits.ts';
import { type PendingOperation, underWay } from './operation-queue.ts';
import type { operationsMachine } from './operations-machine.ts';

/** Undefined until the session has started. */
type OperationsSnapshot = SnapshotFrom<typeof operationsMachine> | undefined;

const none: readonly PendingOperation[] = [];

/** Returns all unsettled operations, oldest first. */
export function selectPending(snapshot: OperationsSnapshot): readonly PendingOperation[] {
  return snapshot?.context.pending ?? none;
}

/** Returns the revisions that are being undone or redone. */
export function selectUnderWay(snapshot: OperationsSnapshot): readonly number[] {
  return underWay(selectPending(snapshot));
}

/** Returns true while a change of which alarms were seen is pending (ALM-25). */
export function isMarking(snapshot: OperationsSnapshot): boolean {
  return selectPending(snapshot).some(({ edit }) => edit?.call === 'setLastSeen');
}

/**
 * Returns true if a shown change may not have reached the host: it got no answer, waits behind an unanswered
 * one, or waits for the person.
 */
export function isNotSaved({ status }: PendingOperation): boolean {
  return status !== 'asked' && status !== 'confirmed';
}

/**
 * Returns true while a change of this thing, or of the given field, is not saved. It may still be saved, for
 * example once the line is back.
 */
export function isUnsaved(snapshot: OperationsSnapshot, entity: ChangedEntity, id: number, field?: string): boolean {
  return selectPending(snapshot).some(
    (one) => isNotSaved(one) && one.edit !== null && isSystemEdit(one.edit) && concerns(one.edit, entity, id, field),
  );
}

/**
 * Returns how many changes would be lost by closing the page, logging out or switching systems; if there are
 * any, the person is asked first.
 */
export function countUnsaved(snapshot: OperationsSnapshot): number {
  return selectPending(snapshot).filter(isNotSaved).length;
}

/**
 * Returns the operations held since a new epoch began, which the person sends or drops (`operations.send`,
 * `operations.drop` with their opId).
 */
export function selectHeld(pending: readonly PendingOperation[]): readonly PendingOperation[] {
  return pending.filter(({ status }) => status === 'held');
}
