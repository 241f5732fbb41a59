import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  giveUp,
  hasGap,
  type PositionTracker,
  trackBatch,
  trackFrom,
  trackHead,
  trackResumed,
} from '#model/live/position-tracker.ts';

type Step =
  | { kind: 'batch'; from: number; count: number }
  | { kind: 'head'; next: number }
  | { kind: 'giveUp'; from: number; next: number };

const position = fc.integer({ min: 1, max: 60 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('batch' as const), from: position, count: fc.integer({ min: 0, max: 12 }) }),
  },
  fc.record({ kind: fc.constant('head' as const), next: position }),
  fc
    .record({ kind: fc.constant('giveUp' as const), from: position, count: fc.integer({ min: 0, max: 12 }) })
    .map(({ kind, from, count }) => ({ kind, from, next: from + count })),
);

/** A reference tracker with a set of the settled positions and the newest known position. */
class Naive {
  readonly settled = new Set<number>();
  head: number;

  constructor(next: number, head: number) {
    for (let at = 0; at < next; at++) this.settled.add(at);
    this.head = head;
  }

  take(from: number, count: number): number[] {
    const fresh: number[] = [];
    for (let at = from; at < from + count; at++) {
      if (!this.settled.has(at)) fresh.push(at);
      this.settled.add(at);
    }
    // Positions settled before the start do not move the head either.
    if (fresh.length > 0) this.head = Math.max(this.head, from + count - 1);
    return fresh;
  }

  get next(): number {
    let next = 0;
    while (this.settled.has(next)) next++;
    return next;
  }
}

function expectSame(tracker: PositionTracker, naive: Naive): void {
  const next = naive.next;
  expect(tracker.next).toBe(next);
  expect(hasGap(tracker)).toBe(next <= Math.max(naive.head, ...naive.settled));
  const ahead = tracker.ahead.flatMap(({ from, next: end }) => Array.from({ length: end - from }, (_, at) => from + at));
  expect(ahead).toEqual([...naive.settled].filter((at) => at > next).sort((a, b) => a - b));
  for (const [at, range] of tracker.ahead.entries()) {
    expect(range.from).toBeGreaterThan(tracker.ahead[at - 1]?.next ?? next);
    expect(range.next).toBeGreaterThan(range.from);
  }
}

describe('position tracker (SOCK-13)', () => {
  it('agrees with sets, whatever comes late, early, twice or never', () => {
    fc.assert(
      fc.property(position, fc.nat({ max: 5 }), fc.array(step, { maxLength: 40 }), (next, ahead, steps) => {
        let tracker = trackFrom('epoch', next, next - 1 + ahead);
        const naive = new Naive(next, next - 1 + ahead);
        const given: number[][] = [];
        const expected: number[][] = [];
        for (const each of steps) {
          if (each.kind === 'batch') {
            const tracked = trackBatch(tracker, each.from, each.count);
            tracker = tracked.tracker;
            const fresh = tracked.fresh.flatMap(({ start, end }) =>
              Array.from({ length: end - start }, (_, at) => each.from + start + at),
            );
            given.push(fresh);
            expected.push(naive.take(each.from, each.count));
          } else if (each.kind === 'head') {
            tracker = trackHead(tracker, each.next);
            naive.head = Math.max(naive.head, each.next - 1);
          } else {
            tracker = giveUp(tracker, each);
            naive.take(each.from, each.next - each.from);
          }
          expectSame(tracker, naive);
        }
        expect(given).toEqual(expected);
      }),
    );
  });

  it('gives each position exactly once when all batches come, in any order and any number of times', () => {
    const batches = fc
      .array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 })
      .map((counts) =>
        counts.map((count, at) => ({ from: 1 + counts.slice(0, at).reduce((sum, each) => sum + each, 0), count })),
      );
    const deliveries = batches.chain((all) =>
      fc.tuple(
        fc.constant(all),
        fc.shuffledSubarray([...all, ...all], { minLength: all.length }).map((some) => [...some, ...all]),
      ),
    );
    fc.assert(
      fc.property(deliveries, ([all, delivered]) => {
        let tracker = trackFrom('epoch', 1, 0);
        const seen: number[] = [];
        for (const { from, count } of delivered) {
          const tracked = trackBatch(tracker, from, count);
          tracker = tracked.tracker;
          for (const { start, end } of tracked.fresh) for (let at = start; at < end; at++) seen.push(from + at);
        }
        const total = all.reduce((sum, { count }) => sum + count, 0);
        expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: total }, (_, at) => at + 1));
        expect(hasGap(tracker)).toBe(false);
        expect(tracker).toEqual({ epoch: 'epoch', next: total + 1, head: total, ahead: [] });
      }),
    );
  });

  it('begins again with another epoch, and goes on with the same', () => {
    const { tracker } = trackBatch(trackFrom('one', 1, 9), 6, 2);
    expect(trackResumed(tracker, 'two', 4, 8)).toEqual(trackFrom('two', 4, 8));
    expect(trackResumed(tracker, 'one', 1, 12)).toEqual({ ...tracker, head: 12 });
    expect(trackResumed(tracker, 'one', 5, 12)).toEqual({ epoch: 'one', next: 5, head: 12, ahead: [{ from: 6, next: 8 }] });
    expect(trackResumed(tracker, 'one', 7, 7)).toEqual({ epoch: 'one', next: 8, head: 9, ahead: [] });
    expect(trackResumed(null, 'one', 3, 2)).toEqual(trackFrom('one', 3, 2));
  });
});
