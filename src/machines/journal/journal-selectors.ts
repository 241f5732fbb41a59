import { selectedSystem } from '../../model/journal/read-models/account.ts';
import type { ReadModels } from '../../model/journal/read-models/read-models.ts';
import { type Step, nextStep } from '../../model/journal/undo.ts';
import type { JournalSnapshot } from './journal-actor.ts';

/**
 * What the session shows: the read models, with the person's pending changes on top.
 * `useSelector(journal, (s) => shown(s).fleet)`.
 */
export function shown(snapshot: JournalSnapshot): ReadModels {
  return snapshot.context.journal.head.shown;
}

/** The person's present role in the selected system; undefined where none is selected. */
export function presentRole(snapshot: JournalSnapshot): number | undefined {
  return selectedSystem(shown(snapshot).account)?.RoleId;
}

/** True while operation `opId` waits for the host's answer. */
export function isPending(snapshot: JournalSnapshot, opId: string): boolean {
  return snapshot.context.journal.head.pending.some((change) => change.opId === opId);
}

/**
 * The change to undo, or to redo, next, but for those `underWay` (their revisions); undefined when there is
 * none.
 */
export function nextCompensation(
  snapshot: JournalSnapshot,
  direction: 'undo' | 'redo',
  underWay: readonly number[] = [],
): Step | undefined {
  return nextStep(snapshot.context.history, direction, underWay);
}
