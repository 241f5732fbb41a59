import type { Entry } from './entry.ts';

/** The rule of a read model: returns the next state, or the same object if the fact changes nothing. Pure. */
export type Fold<State, Fact> = (state: State, fact: Fact) => State;

/** A change that the person requested and the host has not answered yet. */
export type Pending<Fact> = { opId: string; fact: Fact };

/**
 * Optimistic edits without code to revert them (JRN-3).
 *
 * Invariants, kept by `advance` and property-tested:
 * - `shown` equals every pending fact, in order, folded onto `confirmed`.
 * - `confirmed` depends only on `happened` entries: proposals and rejections never touch it.
 * - `pending` holds the proposals, oldest first, without those that a later `happened`, `settled` or
 *   `rejected` entry with the same `opId` has answered.
 * - Nothing is ever written back: rejecting drops the proposal and folds the rest again, so that later
 *   changes survive.
 * - With nothing pending, `shown` is the same object as `confirmed`, and a fact costs one fold.
 */
export type Overlay<State, Fact> = {
  /** The position of the last applied entry; 0 before the first. */
  position: number;
  confirmed: State;
  pending: readonly Pending<Fact>[];
  shown: State;
};

/** Creates an overlay without entries. */
export function startOverlay<State, Fact>(initial: State): Overlay<State, Fact> {
  return { position: 0, confirmed: initial, pending: [], shown: initial };
}

/** Returns `confirmed` with every pending change on top, in order. */
export function rebase<State, Fact>(fold: Fold<State, Fact>, confirmed: State, pending: readonly Pending<Fact>[]): State {
  return pending.reduce((state, { fact }) => fold(state, fact), confirmed);
}

/**
 * Applies one entry. If pending changes must be folded again, `keep` gets the previous and the new `shown`
 * and returns the one to use, which may reuse equal parts of the previous one (share.ts).
 */
export function advance<State, Fact>(
  fold: Fold<State, Fact>,
  overlay: Overlay<State, Fact>,
  entry: Entry<Fact>,
  keep: (previous: State, next: State) => State = (_, next) => next,
): Overlay<State, Fact> {
  const { position } = entry;
  if (entry.type === 'proposed') {
    const pending = [...overlay.pending, { opId: entry.opId, fact: entry.fact }];
    return { position, confirmed: overlay.confirmed, pending, shown: fold(overlay.shown, entry.fact) };
  }
  const confirmed = entry.type === 'happened' ? fold(overlay.confirmed, entry.fact) : overlay.confirmed;
  const pending = withoutOperation(overlay.pending, entry.opId);
  if (confirmed === overlay.confirmed && pending === overlay.pending) return { ...overlay, position };
  if (pending.length === 0) return { position, confirmed, pending, shown: confirmed };
  return { position, confirmed, pending, shown: keep(overlay.shown, rebase(fold, confirmed, pending)) };
}

function withoutOperation<Fact>(pending: readonly Pending<Fact>[], opId: string | undefined): readonly Pending<Fact>[] {
  if (opId === undefined || !pending.some((change) => change.opId === opId)) return pending;
  return pending.filter((change) => change.opId !== opId);
}
