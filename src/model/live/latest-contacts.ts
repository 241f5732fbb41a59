import type { Contact } from '../entities/contact.ts';
import { type ContactBucket, bucketMs, bucketOf } from './contact-bucket.ts';
import type { SeriesTest } from './contact-search.ts';
import type { TimeRange } from './contact-counts.ts';
import type { ContactWindow } from './contact-window.ts';
import type { WorkBudget } from './work-budget.ts';

/**
 * Time within the bucket and order of arrival in one number, so that one comparison orders contacts:
 * positions stay far below 2^32.
 */
const positions = 2 ** 32;

/** The most contacts that are listed (LIVE-13). */
export const mostLatest = 500;

/** The newest of a bucket's contacts that pass, as far as the bucket was looked through. */
class NewestOfBucket {
  /** How many of the bucket's positions were looked at. */
  looked = 0;
  /** The keys of the newest, at most twice `mostLatest`, in no order. */
  #keys: number[] = [];
  /** Contacts with keys below this are not among the newest. */
  #least = -Infinity;

  /** Looks at the next positions up to `to` (excluded), at times up to `highest` (ms in the bucket). */
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

  /** Newest first: the time in the bucket (ms) and the position. */
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
 * The newest contacts of a moving range that a test lets through. Kept incrementally: each second is looked
 * through once, and only as far back as is needed; the second at the newer end each time.
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
   * The newest contacts of `range`, newest first, those of equal time in the reverse order of arrival; at
   * most `limit`, which is `mostLatest` or less. Another `revision` means that the test lets others through.
   * Null where the budget did not do: the same call made again goes on. The second at the newer end is looked
   * at on top of the budget.
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

  /** Lets go of a bucket that is about to be dropped. */
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
