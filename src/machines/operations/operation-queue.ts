import { changeKinds } from '../../model/changes/change-kinds.ts';
import { type Edit, type PersonalEdit, concerns, isSystemEdit } from '../../model/journal/edits.ts';
import type { FactOf } from '../../model/journal/facts.ts';
import type { SessionEntry } from '../../model/journal/session.ts';
import type { OperationStanding } from '../operation/operation-events.ts';
import type { OperationRef } from '../operation/operation-machine.ts';

/**
 * An undo or redo, before it is known of which revision; `epoch` is the order that the revision counts in,
 * null for the present one.
 */
export type Compensation = { direction: 'undo' | 'redo'; revision: number | null; epoch: string | null };

/**
 * One thing that the person asked for and that is not settled yet. `ref` asks the host; null while it waits
 * for its turn.
 */
export type PendingOperation = {
  opId: string;
  /**
   * Null for an undo or redo that waits until what was asked before it is settled: only then is it known what
   * was done last.
   */
  edit: Edit | PersonalEdit | null;
  compensation: Compensation | null;
  /**
   * Confirmed is what the host has done and the journal has not recorded yet: it no longer delays others, but
   * is not yet the last change.
   */
  standing: OperationStanding | 'waiting' | 'confirmed';
  ref: OperationRef | null;
  /** True once the journal has it in its order. */
  isRecorded: boolean;
};

/** More than so many are not taken: somebody is asking without a host. */
export const pendingLimit = 100;

/** One that waits for its turn. */
export function waiting(opId: string, edit: PendingOperation['edit'], compensation: Compensation | null): PendingOperation {
  return { opId, edit, compensation, standing: 'waiting', ref: null, isRecorded: false };
}

export function find(pending: readonly PendingOperation[], opId: string): PendingOperation | undefined {
  return pending.find((one) => one.opId === opId);
}

/** The actor that asks for it; null where none does, or there is no such operation. */
export function refOf(pending: readonly PendingOperation[], opId: string): OperationRef | null {
  return find(pending, opId)?.ref ?? null;
}

/** What it is to change; null where that is not known yet, or there is no such operation. */
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
 * The next one whose turn has come (CHG-15): an edit follows those of its field, undos and redos included; an
 * undo or redo of the last change follows all that may still change which one that is.
 */
export function nextToBegin(pending: readonly PendingOperation[]): PendingOperation | undefined {
  return pending.find((one, at) => {
    if (one.ref !== null || one.standing !== 'waiting') return false;
    const before = pending.slice(0, at);
    if (one.edit === null && (one.compensation?.revision ?? null) === null)
      return !before.some(({ standing }) => standing !== 'held');
    return one.edit === null || !before.some((other) => !isDone(other) && isOfSameField(one, other));
  });
}

/** The host has done it, as its answer or the journal says. */
function isDone({ standing, isRecorded }: PendingOperation): boolean {
  return standing === 'confirmed' || isRecorded;
}

/** Edits name their field by a key; what an undo or redo brings back is known by its items alone. */
function isOfSameField(one: PendingOperation, other: PendingOperation): boolean {
  if (one.edit === null || other.edit === null) return false;
  if (one.edit.key === other.edit.key) return true;
  if (one.compensation === null && other.compensation === null) return false;
  const [items, others] = [one.edit, other.edit].map((edit) => (isSystemEdit(edit) ? edit.items : []));
  return items!.some(({ kind, id }) => others!.some((item) => item.kind === kind && item.id === id));
}

/** The revisions that are being taken back, so that none is twice. */
export function underWay(pending: readonly PendingOperation[]): number[] {
  return pending.flatMap(({ ref, compensation }) =>
    ref === null || compensation === null || compensation.revision === null ? [] : [compensation.revision],
  );
}

/** What a pending operation shows until it is settled. */
export function proposalOf(edit: Edit | PersonalEdit): FactOf<'change.asked'> | FactOf<'alarms.seen'> {
  return isSystemEdit(edit) ? { type: 'change.asked', items: [...edit.items] } : edit.proposal;
}

/**
 * What was deleted by somebody else, among entries that were recorded: what the thing was called, and the
 * edits of it that are pending.
 */
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
      ({ edit, standing }) => standing !== 'confirmed' && edit !== null && isSystemEdit(edit) && isEditOf(edit, entity, id),
    );
    return orphans.length === 0 ? [] : [{ name, orphans }];
  });
}

function isEditOf(edit: Edit, ...[entity, id]: [Parameters<typeof concerns>[1], number]): boolean {
  return concerns(edit, entity, id) && edit.items.every(({ kind }) => changeKinds[kind].sort === 'edited');
}

/**
 * What is pending when the host counts again: what was not sent yet is not sent unasked, and what was to be
 * taken back is of the past.
 */
export function outdated(pending: readonly PendingOperation[]): readonly PendingOperation[] {
  return pending.flatMap((one) => {
    if (one.standing === 'confirmed') return [];
    if (one.ref !== null) return [one];
    return one.edit === null ? [] : [{ ...one, standing: 'held' }];
  });
}

/**
 * The undos and redos that are asked for and not recorded yet: when the host counts again, their revision is
 * another change.
 */
export function overtaken(pending: readonly PendingOperation[]): readonly PendingOperation[] {
  return pending.filter(({ ref, compensation, isRecorded }) => ref !== null && compensation !== null && !isRecorded);
}

/** What is pending once entries are recorded: what is confirmed and recorded is over. */
export function afterRecording(
  pending: readonly PendingOperation[],
  entries: readonly SessionEntry[],
): readonly PendingOperation[] {
  const recorded = new Set(entries.map(({ opId }) => opId));
  if (!pending.some(({ opId }) => recorded.has(opId))) return pending;
  return pending
    .map((one) => (recorded.has(one.opId) ? { ...one, isRecorded: true } : one))
    .filter(({ isRecorded, standing }) => !isRecorded || standing !== 'confirmed');
}

/** The operations among entries that were recorded: done, whichever source reports it. */
export function foundIn(entries: readonly SessionEntry[]): string[] {
  return entries.flatMap(({ type, opId }) => (type === 'happened' && opId !== undefined ? [opId] : []));
}
