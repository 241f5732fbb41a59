import type { Fact } from '../../model/journal/facts.ts';
import type { ReadModels } from '../../model/journal/read-models/read-models.ts';
import { factOf, nextStep } from '../../model/journal/undo.ts';
import type { JournalSnapshot } from './journal-actor.ts';

/** What the session shows: the read models, with the person's pending changes on top. `useSelector(journal, (s) => shown(s).fleet)`. */
export function shown(snapshot: JournalSnapshot): ReadModels {
  return snapshot.context.journal.head.shown;
}

/** True while operation `opId` waits for the host's answer. */
export function isPending(snapshot: JournalSnapshot, opId: string): boolean {
  return snapshot.context.journal.head.pending.some((change) => change.opId === opId);
}

/**
 * The fact to propose when the person undoes or redoes, under a fresh opId that the journal is told first (`journal.undo`,
 * `journal.redo`); undefined when there is nothing to undo or redo.
 */
export function nextCompensation(snapshot: JournalSnapshot, direction: 'undo' | 'redo'): Fact | undefined {
  const step = nextStep(snapshot.context.history, direction);
  return step && factOf(step, direction);
}
