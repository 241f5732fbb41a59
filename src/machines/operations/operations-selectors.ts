import type { SnapshotFrom } from 'xstate';
import type { ChangedEntity } from '../../model/changes/change-kinds.ts';
import { concerns, isSystemEdit } from '../../model/journal/edits.ts';
import { type PendingOperation, underWay } from './operation-queue.ts';
import type { operationsMachine } from './operations-machine.ts';

/** Undefined before the session has started. */
type OperationsSnapshot = SnapshotFrom<typeof operationsMachine> | undefined;

const none: readonly PendingOperation[] = [];

/** All that the person asked for and that is not settled yet, oldest first. */
export function selectPending(snapshot: OperationsSnapshot): readonly PendingOperation[] {
  return snapshot?.context.pending ?? none;
}

/** The revisions that are being taken back. */
export function selectUnderWay(snapshot: OperationsSnapshot): readonly number[] {
  return underWay(selectPending(snapshot));
}

/** True while it is asked which alarms were seen (ALM-25). */
export function isMarking(snapshot: OperationsSnapshot): boolean {
  return selectPending(snapshot).some(({ edit }) => edit?.call === 'setLastSeen');
}

/**
 * True for what shows although nobody knows that the host has it: no answer came, or it waits behind such a
 * one, or for the person's word.
 */
export function isNotSaved({ standing }: PendingOperation): boolean {
  return standing !== 'asked' && standing !== 'confirmed';
}

/**
 * True while a change of this thing, or of one of its fields where one is named, is not saved yet: a lost
 * line is not yet a failure.
 */
export function isUnsaved(snapshot: OperationsSnapshot, entity: ChangedEntity, id: number, field?: string): boolean {
  return selectPending(snapshot).some(
    (one) => isNotSaved(one) && one.edit !== null && isSystemEdit(one.edit) && concerns(one.edit, entity, id, field),
  );
}

/** How many changes closing the page, logging out or switching would lose: then the person is asked. */
export function countUnsaved(snapshot: OperationsSnapshot): number {
  return selectPending(snapshot).filter(isNotSaved).length;
}

/**
 * Those that are sent only when the person says so, since the host counts again (`operations.send`,
 * `operations.drop` with their opId).
 */
export function selectHeld(pending: readonly PendingOperation[]): readonly PendingOperation[] {
  return pending.filter(({ standing }) => standing === 'held');
}
