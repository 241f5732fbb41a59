import type { Contact } from '../entities/contact.ts';
import { type ContactBucket, bucketMs, bucketOf } from './contact-bucket.ts';
import type { SeriesTest } from './contact-search.ts';
import type { TimeRange } from './contact-counts.ts';
import type { ContactWindow } from './contact-window.ts';
import type { WorkBudget } from './work-budget.ts';

/**
 * The factor that combines a contact's time within its bucket and its position (order of arrival) in one
 * number, so that one comparison orders contacts. Positions are far below the factor.
 */
const positions = 2 ** 32;

/** The maximum number of contacts listed (LIVE-13). */
export const mostLatest = 500;

/** The newest contacts of one bucket that pass the test, as far as the bucket has been read. */
class NewestOfBucket {
  /** How many of the bucket's positions were read. */
  looked = 0;
  /** The keys of the newest contacts, at most twice `mostLatest`, unordered. */
  #keys: number[] = [];
  /** Contacts with smaller keys are not among the newest. */
  #least = -Infinity;

  /**
   * Reads the next positions up to `to` (excluded) and keeps contacts at times up to `highest` (ms in the
   * bucket).
   */
  look(bucket: ContactBucket, to: number, passes: SeriesTest, highest: number = bucketMs): void {
    bucket.eachChunk(this.looked, to, (chunk, start, end, first) => {
      for (let row = start; row < end; row++) {
        const offset = chunk.offsets[row]!;
        const key = offset * positions + first + row;
        if (key < this.#least || offset > highest || !passes(chunk.series[row]!)) continue;
        if (this.#keys.push(key) >= 2 * mostLatest) this.#prune();
      }
    });
    this.looked = to;
  }

  /** Returns the newest contacts by their time in the bucket (ms) and position, newest first. */
  inOrder(): { offset: number; position: number }[] {
    this.#prune();
    return this.#keys.map((key) => ({ offset: Math.floor(key / positions), position: key % positions }));
  }

  #prune(): void {
    this.#keys = this.#keys.sort((one, other) => other - one).slice(0, mostLatest);
    if (this.#keys.length === mostLatest) this.#least = this.#keys.at(-1)!;
  }
}

/**
 * The newest contacts of a moving range that pass a test. Reads each second once, except the one at the newer
 * end, and only as far back as the list needs.
 */
export class LatestContacts {
  readonly #window: ContactWindow;
  readonly #passes: SeriesTest;
  #newest = new Map<ContactBucket, NewestOfBucket>();
  #revision = -1;

  constructor(window: ContactWindow, passes: SeriesTest) {
    this.#window = window;
    this.#passes = passes;
  }

  /**
   * Returns the newest contacts of `range`, newest first and, at equal times, last arrived first; at most
   * `limit` (`mostLatest` or less). Pass another `revision` when the filter (`passes`) has changed. Returns
   * null if the budget was too small: repeat the call to continue. The newest one-second bucket is always
   * read in full and does not count against the budget.
   */
  of(range: TimeRange, limit: number, revision: number, budget: WorkBudget): Contact[] | null {
    if (revision !== this.#revision) this.#newest.clear();
    this.#revision = revision;
    const [first, last] = [bucketOf(range.from + 1), bucketOf(range.to)];
    for (const bucket of this.#newest.keys()) if (bucket.number < first || bucket.number > last) this.#newest.delete(bucket);
    const latest: Contact[] = [];
    for (let number = last; number >= first && latest.length < limit; number--) {
      const bucket = this.#window.bucket(number);
      if (!bucket) continue;
      const newest = number === last ? this.#upTo(bucket, range.to) : this.#lookThrough(bucket, budget);
      if (newest === null) return null;
      for (const { offset, position } of newest.inOrder()) {
        if (latest.length >= limit || bucket.start + offset <= range.from) break;
        latest.push(this.#window.read({ bucket: number, position }));
      }
    }
    return latest;
  }

  /** Forgets a bucket that is about to be dropped. */
  forget(bucket: ContactBucket): void {
    this.#newest.delete(bucket);
  }

  #upTo(bucket: ContactBucket, to: number): NewestOfBucket {
    const newest = new NewestOfBucket();
    newest.look(bucket, bucket.count, this.#passes, to - bucket.start);
    return newest;
  }

  #lookThrough(bucket: ContactBucket, budget: WorkBudget): NewestOfBucket | null {
    let newest = this.#newest.get(bucket);
    if (newest === undefined) this.#newest.set(bucket, (newest = new NewestOfBucket()));
    newest.look(bucket, newest.looked + budget.take(bucket.count - newest.looked), this.#passes);
    return newest.looked < bucket.count ? null : newest;
  }
}
