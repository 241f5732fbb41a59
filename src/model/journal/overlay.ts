import type { Entry } from './entry.ts';

/** A read model's rule: the next state, or the very same object when the fact changes nothing. Pure. */
export type Fold<State, Fact> = (state: State, fact: Fact) => State;

/** A change the person has asked for and the host has not answered yet. */
export type Pending<Fact> = { opId: string; fact: Fact };

/**
 * Optimistic edits without revert code (JRN-3).
 *
 * Invariants, kept by `advance` and property-tested:
 * - `shown` equals every pending fact, in order, folded onto `confirmed`.
 * - `confirmed` depends on the `happened` entries alone: a proposal or a rejection never touches it.
 * - `pending` holds the proposals that no later `happened` or `rejected` with their `opId` has settled,
 *   oldest first.
 * - Nothing is ever written back: rejecting drops the proposal and folds again, so that what came later
 *   survives.
 * - With nothing pending, `shown` is `confirmed`: the same object, and a fact costs one fold.
 */
export type Overlay<State, Fact> = {
  /** The position of the last entry applied; 0 before the first. */
  position: number;
  confirmed: State;
  pending: readonly Pending<Fact>[];
  shown: State;
};

/** An overlay that has seen nothing yet. */
export function startOverlay<State, Fact>(initial: State): Overlay<State, Fact> {
  return { position: 0, confirmed: initial, pending: [], shown: initial };
}

/** `confirmed` with every pending change on top, in order. */
export function rebase<State, Fact>(fold: Fold<State, Fact>, confirmed: State, pending: readonly Pending<Fact>[]): State {
  return pending.reduce((state, { fact }) => fold(state, fact), confirmed);
}

/**
 * Takes one entry in. What is folded again goes through `keep` with what was shown before, so that what does
 * not change may keep its identity (share.ts): a state without parts needs none.
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
