import type { ChangeItem } from '../changes/change.ts';
import { isFinal } from '../changes/change-kinds.ts';
import type { Entry } from './entry.ts';
import type { Fact, FactOf } from './facts.ts';

/** How many of the person's own changes can be undone. */
export const undoLimit = 100;

/** How many of the page's operations are remembered as its own. */
const askedLimit = 1_000;

/** A change that this page made: its epoch and revision, by which the host undoes it, and what it did. */
export type Step = { epoch: string; revision: number; items: readonly ChangeItem[] };

/** A mark of alarms as seen: it moved the last alarm seen from the id `from` to the id `to`. */
export type SeenStep = { from: number; to: number };

/**
 * What the person can undo and redo (CHG-18), by the revisions that the host reports. The history lasts as
 * long as the page.
 *
 * Invariants, property-tested:
 * - `past` and `future` hold only changes that this page requested, however the host reported them.
 * - An undo of a change in `past` goes to `future`, and an undo of one in `future` goes to `past`, each with
 *   its own revision.
 * - After a new change of the page's own, nothing undone before it can be redone. Both lists are in the order
 *   of revisions and bounded; the oldest steps are dropped first.
 */
export type History = {
  past: readonly Step[];
  future: readonly Step[];
  /**
   * The page's own marks of alarms as seen (ALM-25). They are separate because they are not changes of the
   * system. Each can be undone as long as it is the current mark.
   */
  seen: { past: readonly SeenStep[]; future: readonly SeenStep[] };
  /** The operations that this page requested and that are not settled yet. */
  asked: readonly string[];
};

export function emptyHistory(): History {
  return { past: [], future: [], seen: noneSeen, asked: [] };
}

const noneSeen: History['seen'] = { past: [], future: [] };

/**
 * Returns the step that set the current mark (`mark`, the last alarm seen), to undo it; undefined if this
 * page has no such step.
 */
export function seenToUndo({ seen: { past } }: History, mark: number | null): SeenStep | undefined {
  return past.findLast(({ to }) => to === mark);
}

/**
 * Returns the undone step that can be redone at the current mark (`mark`, the last alarm seen); undefined if
 * there is none.
 */
export function seenToRedo({ seen: { future } }: History, mark: number | null): SeenStep | undefined {
  return future.findLast(({ from }) => from === mark);
}

/**
 * Returns the next step to undo or redo; undefined if there is none. Skips those in `underWay`: revisions
 * whose undo or redo is in progress.
 */
export function nextStep(history: History, direction: 'undo' | 'redo', underWay: readonly number[] = []): Step | undefined {
  return (direction === 'undo' ? history.past : history.future).findLast(({ revision }) => !underWay.includes(revision));
}

/**
 * Updates the history with an entry of the journal. After a new epoch, nothing earlier can be undone or
 * redone.
 */
export function follow(history: History, entry: Entry<Fact>, limit: number = undoLimit): History {
  if (entry.type === 'proposed') return { ...history, asked: [...history.asked, entry.opId].slice(-askedLimit) };
  if (entry.type === 'settled') return without(history, entry.opId);
  if (entry.type === 'rejected') return history;
  if (entry.fact.type === 'epoch.began') return { ...history, past: [], future: [], seen: noneSeen };
  const isOwn = entry.opId !== undefined && history.asked.includes(entry.opId);
  if (entry.fact.type === 'alarms.seen' && isOwn)
    return { ...without(history, entry.opId), seen: followSeen(history.seen, entry.fact, limit) };
  if (entry.fact.type !== 'change.made') return history;
  return followChange(isOwn ? without(history, entry.opId) : history, entry.fact, isOwn, limit);
}

function followChange(history: History, change: FactOf<'change.made'>, isOwn: boolean, limit: number): History {
  const step: Step = { epoch: change.epoch, revision: change.revision, items: change.items ?? [] };
  const [past, undone] = withoutStep(history.past, change.undoes);
  if (undone) return { ...history, past, future: pushed(history.future, step, limit) };
  const [future, redone] = withoutStep(history.future, change.undoes);
  if (redone) return { ...history, future, past: pushed(history.past, step, limit) };
  if (!isOwn || step.items.some(isFinal)) return history;
  const newer = history.future.filter(({ revision }) => revision > step.revision);
  return { ...history, past: pushed(history.past, step, limit), future: newer };
}

/** Updates the marks. A mark taken back can be redone until the person marks alarms beyond its `from`. */
function followSeen(
  { past, future }: History['seen'],
  { lastSeenAlarmId, before, takenBack, version }: FactOf<'alarms.seen'>,
  limit: number,
): History['seen'] {
  if (version === null || before === null || before === lastSeenAlarmId) return { past, future };
  if (!takenBack) {
    const again = future.filter(({ from }) => from >= lastSeenAlarmId);
    return { past: [...past, { from: before, to: lastSeenAlarmId }].slice(-limit), future: again };
  }
  const undone = { from: lastSeenAlarmId, to: before };
  const others = future.filter(({ to }) => to !== before);
  return { past: past.filter(({ to }) => to !== before), future: [...others, undone].slice(-limit) };
}

function withoutStep(steps: readonly Step[], revision: number | null): [readonly Step[], boolean] {
  if (!steps.some((step) => step.revision === revision)) return [steps, false];
  return [steps.filter((step) => step.revision !== revision), true];
}

function without(history: History, opId: string | undefined): History {
  return { ...history, asked: history.asked.filter((asked) => asked !== opId) };
}

/** Adds a step and sorts by revision, because a late answer may report an early change. */
function pushed(list: readonly Step[], item: Step, limit: number): readonly Step[] {
  return [...list, item].sort((one, other) => one.revision - other.revision).slice(-limit);
}
