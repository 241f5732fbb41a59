import { bucketMs, bucketOf, type ContactBucket } from './contact-bucket.ts';
import type { ContactWindow } from './contact-window.ts';

/** A range of time, `from` excluded and `to` included, in ms since the epoch. */
export type TimeRange = { readonly from: number; readonly to: number };

/**
 * How many contacts of each series lie in a moving time range. Kept incrementally: a contact is counted once
 * when it comes into the range (or arrives late within it) and once when it leaves, whatever the length of
 * the range; only the two seconds at the ends are looked through each time.
 */
export class ContactCounts {
  readonly #window: ContactWindow;
  /** Per series, the contacts in buckets that lie wholly in the range. */
  #whole = new Uint32Array(256);
  /**
   * Per whole bucket, how many of its positions are in `#whole`. A dropped bucket stands here with a count of
   * 0.
   */
  #counted = new Map<ContactBucket, number>();
  #range: TimeRange = { from: 0, to: 0 };

  constructor(window: ContactWindow) {
    this.#window = window;
  }

  /**
   * Moves to `range` and counts what arrived. At most about `budget` contacts are looked at, newest first,
   * so that a jump to a longer range cannot hold up a frame; returns true when nothing is left to do.
   */
  moveTo(range: TimeRange, budget: number = Infinity): boolean {
    this.#range = range;
    if (this.#isBroken()) this.#reset();
    this.#fitSeries();
    const { first, last } = this.#wholeBuckets();
    for (const [bucket, counted] of this.#counted) {
      if (bucket.number >= first && bucket.number <= last) continue;
      budget -= counted;
      this.#count(bucket, 0, counted, -1);
      this.#counted.delete(bucket);
    }
    for (let number = last; number >= first; number--) {
      const bucket = this.#window.bucket(number);
      const counted = bucket ? (this.#counted.get(bucket) ?? 0) : 0;
      if (!bucket || bucket.count === counted) continue;
      if (budget <= 0) return false;
      budget -= bucket.count - counted;
      this.#count(bucket, counted, bucket.count, 1);
      this.#counted.set(bucket, bucket.count);
    }
    return true;
  }

  /** The counts by series id, as of the last `moveTo`. */
  bySeries(): Uint32Array {
    this.#fitSeries();
    const counts = this.#whole.slice(0, this.#window.series.limit);
    const { from, to } = this.#range;
    const { first, last } = this.#wholeBuckets();
    for (const number of new Set([first - 1, last + 1])) {
      const bucket = this.#window.bucket(number);
      bucket?.eachChunk(0, bucket.count, (chunk, start, end) => {
        for (let row = start; row < end; row++) {
          const ts = bucket.start + chunk.offsets[row]!;
          if (ts > from && ts <= to) counts[chunk.series[row]!]!++;
        }
      });
    }
    return counts;
  }

  #wholeBuckets(): { first: number; last: number } {
    const first = bucketOf(this.#range.from) + 1;
    return { first, last: Math.max(first - 1, bucketOf(this.#range.to - bucketMs + 1)) };
  }

  /**
   * True when a bucket was dropped while it was counted: its contacts can no longer be taken off one by one.
   */
  #isBroken(): boolean {
    for (const [bucket, counted] of this.#counted) if (bucket.count < counted) return true;
    return false;
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
