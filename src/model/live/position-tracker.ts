/** Positions from `from` up to, but not including, `next`. */
export type PositionRange = { readonly from: number; readonly next: number };

/**
 * Which of a system's live contacts a client has (see Positions in socket-messages.ts). Invariants: every
 * position before `next` has arrived or was given up; `ahead` is sorted, its ranges do not touch, and the
 * first begins after `next`; `head` is the newest position known to exist. There is a gap exactly while `next
 * <= head`.
 */
export type PositionTracker = {
  readonly epoch: string;
  readonly next: number;
  readonly head: number;
  readonly ahead: readonly PositionRange[];
};

/**
 * The result of a batch: the tracker afterwards, and the parts of the batch that are new, as offsets into it.
 */
export type Tracked = { readonly tracker: PositionTracker; readonly fresh: readonly { start: number; end: number }[] };

/** Starts to track at position `next`. `head` is the newest position so far. Both come from `subscribed`. */
export function trackFrom(epoch: string, next: number, head: number): PositionTracker {
  return { epoch, next, head: Math.max(head, next - 1), ahead: [] };
}

/** Returns true while contacts are known to be missing. */
export function hasGap({ next, head }: PositionTracker): boolean {
  return next <= head;
}

/**
 * Records a batch of `count` contacts that begins at `from`. Each position counts as new once, even if
 * batches repeat, overlap or arrive out of order.
 */
export function trackBatch(tracker: PositionTracker, from: number, count: number): Tracked {
  const batch = { from: Math.max(from, tracker.next), next: from + count };
  if (batch.next <= batch.from) return { tracker, fresh: [] };
  const fresh = subtract(batch, tracker.ahead).map((range) => ({ start: range.from - from, end: range.next - from }));
  return { tracker: settle(tracker, [...tracker.ahead, batch], batch.next - 1), fresh };
}

/** Notes that the host has sent all positions before `next`. Those that did not arrive are missing. */
export function trackHead(tracker: PositionTracker, next: number): PositionTracker {
  return next - 1 > tracker.head ? { ...tracker, head: next - 1 } : tracker;
}

/** Gives up the positions of a range: they will not arrive by position. */
export function giveUp(tracker: PositionTracker, { from, next }: PositionRange): PositionTracker {
  const range = { from: Math.max(from, tracker.next), next };
  return range.next <= range.from ? tracker : settle(tracker, [...tracker.ahead, range], next - 1);
}

/**
 * Continues after a new subscription, whose answer has `next` and `head`. Within the same epoch the tracker
 * keeps what has arrived, so that nothing is counted twice. It gives up positions that the host will not send
 * again (before `next`); only storage may have them.
 */
export function trackResumed(tracker: PositionTracker | null, epoch: string, next: number, head: number): PositionTracker {
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

/** Returns the parts of `whole` that are in none of the sorted `ranges`. */
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
