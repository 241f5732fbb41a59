import { changeKinds } from '../../model/changes/change-kinds.ts';
import { type Edit, type PersonalEdit, concerns, isSystemEdit } from '../../model/journal/edits.ts';
import type { FactOf } from '../../model/journal/facts.ts';
import type { SessionEntry } from '../../model/journal/session.ts';
import type { OperationStatus } from '../operation/operation-events.ts';
import type { OperationRef } from '../operation/operation-machine.ts';

/**
 * An undo or redo; `revision` is the change that it reverts, null until known. `epoch` is the epoch of that
 * revision, null for the present one.
 */
export type Compensation = { direction: 'undo' | 'redo'; revision: number | null; epoch: string | null };

/** An operation that is not settled. `ref` is the actor that sends it; null while it waits for its turn. */
export type PendingOperation = {
  opId: string;
  /**
   * Null for an undo or redo that waits for earlier operations, because they decide which change is the last.
   */
  edit: Edit | PersonalEdit | null;
  compensation: Compensation | null;
  /**
   * 'confirmed': the host has performed the operation, but the journal has not recorded it yet. It no longer
   * delays other operations, but does not count as the last change yet.
   */
  status: OperationStatus | 'waiting' | 'confirmed';
  ref: OperationRef | null;
  /** True once the journal has recorded the operation in order. */
  isRecorded: boolean;
};

/** The most pending operations; more are refused, because the host does not answer. */
export const pendingLimit = 100;

/** Returns an operation that waits for its turn. */
export function waiting(opId: string, edit: PendingOperation['edit'], compensation: Compensation | null): PendingOperation {
  return { opId, edit, compensation, status: 'waiting', ref: null, isRecorded: false };
}

export function find(pending: readonly PendingOperation[], opId: string): PendingOperation | undefined {
  return pending.find((one) => one.opId === opId);
}

/** Returns the actor that sends an operation; null if it has none or does not exist. */
export function refOf(pending: readonly PendingOperation[], opId: string): OperationRef | null {
  return find(pending, opId)?.ref ?? null;
}

/** Returns the edit of an operation; null if it is unknown or the operation does not exist. */
export function editOf(pending: readonly PendingOperation[], opId: string): PendingOperation['edit'] {
  return find(pending, opId)?.edit ?? null;
}

export function without(pending: readonly PendingOperation[], opId: string): readonly PendingOperation[] {
  return pending.filter((one) => one.opId !== opId);
}

export function changed(
  pending: readonly PendingOperation[],
  opId: string,
  changes: Partial<PendingOperation>,
): readonly PendingOperation[] {
  return pending.map((one) => (one.opId === opId ? { ...one, ...changes } : one));
}

/**
 * Returns the next operation that may start (CHG-15). An edit waits for earlier operations on its field,
 * including undos and redos. An undo or redo of the last change waits for everything that may still become
 * the last change.
 */
export function nextToBegin(pending: readonly PendingOperation[]): PendingOperation | undefined {
  return pending.find((one, at) => {
    if (one.ref !== null || one.status !== 'waiting') return false;
    const before = pending.slice(0, at);
    if (one.edit === null && (one.compensation?.revision ?? null) === null)
      return !before.some(({ status }) => status !== 'held');
    return one.edit === null || !before.some((other) => !isDone(other) && isOfSameField(one, other));
  });
}

/** Returns true if the host has performed the operation, according to its answer or the journal. */
function isDone({ status, isRecorded }: PendingOperation): boolean {
  return status === 'confirmed' || isRecorded;
}

/**
 * Returns true if both operations change the same field. Edits name their field by a key; the fields of an
 * undo or redo follow only from its items.
 */
function isOfSameField(one: PendingOperation, other: PendingOperation): boolean {
  if (one.edit === null || other.edit === null) return false;
  if (one.edit.key === other.edit.key) return true;
  if (one.compensation === null && other.compensation === null) return false;
  const [items, others] = [one.edit, other.edit].map((edit) => (isSystemEdit(edit) ? edit.items : []));
  return items!.some(({ kind, id }) => others!.some((item) => item.kind === kind && item.id === id));
}

/** Returns the revisions that are being undone or redone, so that none is undone twice. */
export function underWay(pending: readonly PendingOperation[]): number[] {
  return pending.flatMap(({ ref, compensation }) =>
    ref === null || compensation === null || compensation.revision === null ? [] : [compensation.revision],
  );
}

/** Returns what a pending operation shows until it is settled. */
export function proposalOf(edit: Edit | PersonalEdit): FactOf<'change.asked'> | FactOf<'alarms.seen'> {
  return isSystemEdit(edit) ? { type: 'change.asked', items: [...edit.items] } : edit.proposal;
}

/** Returns each thing that other people deleted in these entries: its name, and the pending edits of it. */
export function orphanedBy(
  entries: readonly SessionEntry[],
  pending: readonly PendingOperation[],
): { name: string; orphans: PendingOperation[] }[] {
  const deleted = entries.flatMap((entry) =>
    entry.type === 'happened' && entry.fact.type === 'change.made'
      ? (entry.fact.items ?? []).filter(({ kind }) => changeKinds[kind].sort === 'deleted')
      : [],
  );
  return deleted.flatMap(({ kind, id, name }) => {
    const { entity } = changeKinds[kind];
    const orphans = pending.filter(
      ({ edit, status }) => status !== 'confirmed' && edit !== null && isSystemEdit(edit) && isEditOf(edit, entity, id),
    );
    return orphans.length === 0 ? [] : [{ name, orphans }];
  });
}

function isEditOf(edit: Edit, ...[entity, id]: [Parameters<typeof concerns>[1], number]): boolean {
  return concerns(edit, entity, id) && edit.items.every(({ kind }) => changeKinds[kind].sort === 'edited');
}

/**
 * Returns the pending operations after a new epoch began: unsent ones wait for the person's consent, and
 * undos of old revisions are dropped.
 */
export function outdated(pending: readonly PendingOperation[]): readonly PendingOperation[] {
  return pending.flatMap((one) => {
    if (one.status === 'confirmed') return [];
    if (one.ref !== null) return [one];
    return one.edit === null ? [] : [{ ...one, status: 'held' }];
  });
}

/**
 * Returns the undos and redos that were sent but not recorded; in a new epoch, their revision names a
 * different change.
 */
export function overtaken(pending: readonly PendingOperation[]): readonly PendingOperation[] {
  return pending.filter(({ ref, compensation, isRecorded }) => ref !== null && compensation !== null && !isRecorded);
}

/** Removes operations that are confirmed and recorded. */
export function afterRecording(
  pending: readonly PendingOperation[],
  entries: readonly SessionEntry[],
): readonly PendingOperation[] {
  const recorded = new Set(entries.map(({ opId }) => opId));
  if (!pending.some(({ opId }) => recorded.has(opId))) return pending;
  return pending
    .map((one) => (recorded.has(one.opId) ? { ...one, isRecorded: true } : one))
    .filter(({ isRecorded, status }) => !isRecorded || status !== 'confirmed');
}

/** Returns the operations in recorded entries; they are done, whatever reported them. */
export function foundIn(entries: readonly SessionEntry[]): string[] {
  return entries.flatMap(({ type, opId }) => (type === 'happened' && opId !== undefined ? [opId] : []));
}
