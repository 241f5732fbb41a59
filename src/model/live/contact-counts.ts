import { bucketMs, bucketOf, type ContactBucket } from './contact-bucket.ts';
import type { ContactWindow } from './contact-window.ts';
import { WorkBudget } from './work-budget.ts';

/** A time range in ms since 1970: after `from`, up to and including `to`. */
export type TimeRange = { readonly from: number; readonly to: number };

/**
 * Counts the contacts of each series in a moving time range. Whatever the length of the range, each contact
 * is added once, when it enters the range or arrives late within it, and subtracted once, when it leaves.
 * Only the two seconds at the ends are read every time.
 */
export class ContactCounts {
  readonly #window: ContactWindow;
  /** The contacts counted so far, by series id, in the buckets that lie completely within the range. */
  #whole = new Uint32Array(256);
  /**
   * How many positions of each bucket are counted in `#whole`. A bucket that was dropped without `forget` is
   * still in this map, with a `count` of 0.
   */
  #counted = new Map<ContactBucket, number>();
  #range: TimeRange = { from: 0, to: 0 };

  constructor(window: ContactWindow) {
    this.#window = window;
  }

  /**
   * Moves the counts to `range` and adds new contacts. Reads at most `budget` contacts: first those that left
   * the range, then those in it, newest first. Returns true when it is done. Returns false if the budget was
   * too small: repeat the call to continue; until it returns true, `bySeries` is incomplete. The two seconds
   * at the ends are not counted here but in `bySeries`, on top of the budget (`endsSize`).
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

  /** Returns the counts by series id for the range of the last `moveTo`. */
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

  /**
   * Returns how many contacts the two seconds at the ends of `range` hold, which `bySeries` reads every time.
   */
  endsSize(range: TimeRange): number {
    return this.#endsOf(range).reduce((sum, { count }) => sum + count, 0);
  }

  /**
   * Subtracts a bucket that is about to be dropped. Without this call, the next `moveTo` counts from zero.
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
   * Returns true if a counted bucket was dropped without `forget`, so that it can no longer be subtracted.
   */
  #isBroken(): boolean {
    for (const [bucket, counted] of this.#counted) if (bucket.count < counted) return true;
    return false;
  }

  /** Returns true if counting the range from zero is less work than subtracting what left it. */
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
