import { bucketMs, bucketOf, type ContactBucket } from './contact-bucket.ts';
import type { ContactWindow } from './contact-window.ts';
import { WorkBudget } from './work-budget.ts';

/** A range of time, `from` excluded and `to` included, in ms since the epoch. */
export type TimeRange = { readonly from: number; readonly to: number };

/**
 * How many contacts of each series lie in a moving time range. Kept incrementally: a contact is counted once
 * when it comes into the range (or arrives late within it) and once when it leaves, whatever the length of
 * the range; only the two seconds at the ends are looked through each time.
 */
export class ContactCounts {
  readonly #window: ContactWindow;
  /** Per series, the contacts in buckets that lie wholly in the range, as far as they are counted. */
  #whole = new Uint32Array(256);
  /**
   * Per bucket, how many of its positions are in `#whole`. One that was dropped before `forget` was called
   * stands here with a count of 0.
   */
  #counted = new Map<ContactBucket, number>();
  #range: TimeRange = { from: 0, to: 0 };

  constructor(window: ContactWindow) {
    this.#window = window;
  }

  /**
   * Moves to `range` and counts what arrived. No more contacts are looked at than `budget` allows: first
   * those that left the range, then those in it, newest first. Returns true when nothing is left to do, and
   * false where the same call has to be made again to go on; until then `bySeries` lacks a part. The two
   * seconds at the ends are not counted here but in `bySeries`, on top of the budget (`endsSize`).
   */
  moveTo(range: TimeRange, budget: WorkBudget = new WorkBudget()): boolean {
    this.#range = range;
    this.#fitSeries();
    const { first, last } = this.#wholeBuckets();
    if (this.#isBroken() || this.#isFar(first, last)) this.#reset();
    for (const [bucket, counted] of this.#counted) {
      if (bucket.number >= first && bucket.number <= last) continue;
      const left = counted - budget.take(counted);
      this.#count(bucket, left, counted, -1);
      if (left === 0) this.#counted.delete(bucket);
      else {
        this.#counted.set(bucket, left);
        return false;
      }
    }
    for (let number = last; number >= first; number--) {
      const bucket = this.#window.bucket(number);
      const counted = bucket ? (this.#counted.get(bucket) ?? 0) : 0;
      if (!bucket || bucket.count === counted) continue;
      const reached = counted + budget.take(bucket.count - counted);
      this.#count(bucket, counted, reached, 1);
      this.#counted.set(bucket, reached);
      if (reached < bucket.count) return false;
    }
    return true;
  }

  /** The counts by series id, as of the last `moveTo`. */
  bySeries(): Uint32Array {
    this.#fitSeries();
    const counts = this.#whole.slice(0, this.#window.series.limit);
    const { from, to } = this.#range;
    for (const bucket of this.#endsOf(this.#range)) {
      bucket.eachChunk(0, bucket.count, (chunk, start, end) => {
        for (let row = start; row < end; row++) {
          const ts = bucket.start + chunk.offsets[row]!;
          if (ts > from && ts <= to) counts[chunk.series[row]!]!++;
        }
      });
    }
    return counts;
  }

  /** How many contacts the two seconds at the ends of a range hold: what `bySeries` has to look at. */
  endsSize(range: TimeRange): number {
    return this.#endsOf(range).reduce((sum, { count }) => sum + count, 0);
  }

  /**
   * Takes off what was counted of a bucket that is about to be dropped. Counts that are not notified of it
   * start over.
   */
  forget(bucket: ContactBucket): void {
    this.#count(bucket, 0, this.#counted.get(bucket) ?? 0, -1);
    this.#counted.delete(bucket);
  }

  #wholeBuckets(range: TimeRange = this.#range): { first: number; last: number } {
    const first = bucketOf(range.from) + 1;
    return { first, last: Math.max(first - 1, bucketOf(range.to - bucketMs + 1)) };
  }

  #endsOf(range: TimeRange): ContactBucket[] {
    const { first, last } = this.#wholeBuckets(range);
    return [...new Set([first - 1, last + 1])].flatMap((number) => this.#window.bucket(number) ?? []);
  }

  /**
   * True when a bucket was dropped while it was counted: its contacts can no longer be taken off one by one.
   */
  #isBroken(): boolean {
    for (const [bucket, counted] of this.#counted) if (bucket.count < counted) return true;
    return false;
  }

  /** True when it is less work to count the range again than to take off what left it. */
  #isFar(first: number, last: number): boolean {
    let leaving = 0;
    for (const [{ number }, counted] of this.#counted) if (number < first || number > last) leaving += counted;
    if (leaving === 0) return false;
    let staying = 0;
    for (const [{ number }, counted] of this.#counted) if (number >= first && number <= last) staying += counted;
    return leaving > staying;
  }

  #reset(): void {
    this.#whole.fill(0);
    this.#counted.clear();
  }

  #fitSeries(): void {
    const { limit } = this.#window.series;
    if (limit <= this.#whole.length) return;
    const grown = new Uint32Array(Math.max(limit, this.#whole.length * 2));
    grown.set(this.#whole);
    this.#whole = grown;
  }

  #count(bucket: ContactBucket, from: number, to: number, sign: 1 | -1): void {
    const whole = this.#whole;
    bucket.eachChunk(from, to, (chunk, start, end) => {
      const { series } = chunk;
      for (let row = start; row < end; row++) whole[series[row]!]! += sign;
    });
  }
}
