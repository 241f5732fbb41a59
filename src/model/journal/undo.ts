import type { Entry } from './entry.ts';

/** How many of the person's own changes can be undone. */
export const undoLimit = 100;

/** One confirmed change of the person's own: what it did, and the fact that makes up for it. */
export type Step<Fact> = { opId: string; forward: Fact; backward: Fact };

/** A compensation under way: an undo or redo that was asked for and not answered yet. */
type Running<Fact> = { opId: string; step: Step<Fact>; direction: 'undo' | 'redo' };

/**
 * What the person can undo and redo (design §1).
 *
 * Invariants, property-tested:
 * - History is never edited: an undo is a new operation that proposes `backward`, and the host answers it like any other.
 * - Only the person's own changes stand here: an entry without `opId` came from others and neither adds nor clears a step.
 * - A step is made when the host confirms, from what was confirmed just before, so that it never leads back to a value the
 *   host refused. A refused undo or redo leaves its step where it was.
 * - A new change of the person's own ends what could be redone.
 * - Neither list is longer than its limit; the oldest steps go first.
 */
export type History<Fact> = {
  past: readonly Step<Fact>[];
  future: readonly Step<Fact>[];
  running: readonly Running<Fact>[];
};

/** The fact that brings back what `fact` changes in `before`; undefined when it changes nothing or cannot be undone. */
export type Compensate<State, Fact> = (before: State, fact: Fact) => Fact | undefined;

/** A history without steps. */
export function emptyHistory<Fact>(): History<Fact> {
  return { past: [], future: [], running: [] };
}

/** The next step to undo, or to redo; undefined when there is none. */
export function nextStep<Fact>(history: History<Fact>, direction: 'undo' | 'redo'): Step<Fact> | undefined {
  return (direction === 'undo' ? history.past : history.future).at(-1);
}

/** The fact that carrying out `direction` proposes. */
export function factOf<Fact>(step: Step<Fact>, direction: 'undo' | 'redo'): Fact {
  return direction === 'undo' ? step.backward : step.forward;
}

/** Notes that operation `opId` undoes or redoes the next step. Unchanged when there is none, or `opId` is already under way. */
export function begin<Fact>(history: History<Fact>, direction: 'undo' | 'redo', opId: string): History<Fact> {
  const step = nextStep(history, direction);
  if (step === undefined || history.running.some((running) => running.opId === opId)) return history;
  const running = [...history.running, { opId, step, direction }];
  return direction === 'undo'
    ? { ...history, past: history.past.slice(0, -1), running }
    : { ...history, future: history.future.slice(0, -1), running };
}

/** Follows one entry of the journal; `before` is what was confirmed ahead of it. */
export function follow<State, Fact>(
  compensate: Compensate<State, Fact>,
  history: History<Fact>,
  before: State,
  entry: Entry<Fact>,
  limit: number = undoLimit,
): History<Fact> {
  if (entry.type === 'proposed' || entry.opId === undefined) return history;
  const running = history.running.find(({ opId }) => opId === entry.opId);
  if (running !== undefined) return settle(history, running, entry.type === 'happened', limit);
  if (entry.type === 'rejected') return history;
  const backward = compensate(before, entry.fact);
  if (backward === undefined) return history;
  const step = { opId: entry.opId, forward: entry.fact, backward };
  return { ...history, past: pushed(history.past, step, limit), future: [] };
}

function settle<Fact>(history: History<Fact>, settled: Running<Fact>, done: boolean, limit: number): History<Fact> {
  const running = history.running.filter((other) => other !== settled);
  const toFuture = (settled.direction === 'undo') === done;
  return toFuture
    ? { ...history, running, future: pushed(history.future, settled.step, limit) }
    : { ...history, running, past: pushed(history.past, settled.step, limit) };
}

function pushed<T>(list: readonly T[], item: T, limit: number): readonly T[] {
  return [...list, item].slice(-limit);
}
