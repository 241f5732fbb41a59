/** Positions from `from` up to before `next`. */
export type PositionRange = { readonly from: number; readonly next: number };

/**
 * What a client has of a system's live contacts (socket-messages.ts, Positions). Invariants: every position
 * before `next` has come or was given up; `ahead` is sorted, its ranges do not touch each other, and the
 * first begins after `next`; `head` is the newest position known to exist. The gap is open exactly while
 * `next <= head`.
 */
export type PositionTracker = {
  readonly epoch: string;
  readonly next: number;
  readonly head: number;
  readonly ahead: readonly PositionRange[];
};

/** What to do with a batch: the parts that are new, as offsets into it, and the tracker afterwards. */
export type Tracked = { readonly tracker: PositionTracker; readonly fresh: readonly { start: number; end: number }[] };

/**
 * Begins to track at position `next`; `head` is the newest position given so far, both as `subscribed` says.
 */
export function trackFrom(epoch: string, next: number, head: number): PositionTracker {
  return { epoch, next, head: Math.max(head, next - 1), ahead: [] };
}

/** True while contacts are known to be missing. */
export function hasGap({ next, head }: PositionTracker): boolean {
  return next <= head;
}

/**
 * Records a batch of `count` contacts that begins at `from`: whatever came twice, late or early, each
 * position is new once.
 */
export function trackBatch(tracker: PositionTracker, from: number, count: number): Tracked {
  const batch = { from: Math.max(from, tracker.next), next: from + count };
  if (batch.next <= batch.from) return { tracker, fresh: [] };
  const fresh = subtract(batch, tracker.ahead).map((range) => ({ start: range.from - from, end: range.next - from }));
  return { tracker: settle(tracker, [...tracker.ahead, batch], batch.next - 1), fresh };
}

/** Hears that positions before `next` were all sent: those that did not come are missing. */
export function trackHead(tracker: PositionTracker, next: number): PositionTracker {
  return next - 1 > tracker.head ? { ...tracker, head: next - 1 } : tracker;
}

/** Gives up the positions from `from` up to before `next`: they will not come by position. */
export function giveUp(tracker: PositionTracker, { from, next }: PositionRange): PositionTracker {
  const range = { from: Math.max(from, tracker.next), next };
  return range.next <= range.from ? tracker : settle(tracker, [...tracker.ahead, range], next - 1);
}

/**
 * Goes on after a new subscription, whose answer named `next` and `head`. Within the same epoch what has come
 * stays known, so that nothing is taken twice; positions that the host will not send again (before `next`)
 * are given up, and come from storage if at all.
 */
export function trackAnew(tracker: PositionTracker | null, epoch: string, next: number, head: number): PositionTracker {
  if (tracker?.epoch !== epoch) return trackFrom(epoch, next, head);
  return trackHead(giveUp(tracker, { from: tracker.next, next }), head + 1);
}

function settle(tracker: PositionTracker, ranges: readonly PositionRange[], newest: number): PositionTracker {
  let { next } = tracker;
  const ahead: PositionRange[] = [];
  for (const range of [...ranges].sort((one, other) => one.from - other.from)) {
    const last = ahead.at(-1);
    if (range.from <= next) next = Math.max(next, range.next);
    else if (last && range.from <= last.next)
      ahead[ahead.length - 1] = { from: last.from, next: Math.max(last.next, range.next) };
    else ahead.push(range);
  }
  return { epoch: tracker.epoch, next, head: Math.max(tracker.head, newest), ahead };
}

/** The parts of `whole` that are in none of the sorted `ranges`. */
function subtract(whole: PositionRange, ranges: readonly PositionRange[]): PositionRange[] {
  const left: PositionRange[] = [];
  let { from } = whole;
  for (const range of ranges) {
    if (range.from >= whole.next) break;
    if (range.from > from) left.push({ from, next: range.from });
    from = Math.max(from, range.next);
  }
  if (from < whole.next) left.push({ from, next: whole.next });
  return left;
}
