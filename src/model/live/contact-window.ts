import { type Contact, maxAheadMs } from '../entities/contact.ts';
import { storedPower } from '../files/stored-power.ts';
import { bucketMs, bucketOf, ChunkPool, ContactBucket } from './contact-bucket.ts';
import type { TimeRange } from './contact-counts.ts';
import { ContactSeries } from './contact-series.ts';
import { realtimeDelayMs, refreshMs, windowMs } from './live-settings.ts';

/** The place of a contact in the window. Valid until the contact is dropped. */
export type ContactRef = { readonly bucket: number; readonly position: number };

/** What happened to the contacts passed to `append` since the window was created. */
export type WindowTally = {
  /** Added to the window. */
  readonly accepted: number;
  /** Already there: the same receiver, antenna, time, frequency, code, type, power and n (LIVE-9, CON-3). */
  readonly duplicate: number;
  /** Older than the window on arrival. */
  readonly tooOld: number;
  /** Further ahead of the clock than a receiver's clock may be. */
  readonly tooNew: number;
  /** Added, but dropped early because the window was full. */
  readonly overflow: number;
};

export type WindowOptions = {
  /** How many contacts may be held at once, including those of a paused view; about 12.5 bytes each. */
  readonly capacity: number;
};

/**
 * How long contacts are kept, in ms: the longest time choice (5 min) plus the realtime delay of 2 s (LIVE-3,
 * LIVE-4), plus the time between two computations of the figures, which stop counting a second before the
 * window drops it.
 */
export const keptMs = windowMs + realtimeDelayMs + refreshMs;

/**
 * Enough for 50,000 contacts/s in the live window, or for 25,000 there and as many in a paused one. At most
 * 200 MB in all (`bytes`), allocated as needed.
 */
export const defaultCapacity = 15_400_000;

/**
 * The most buckets that keep their index of duplicates. The bucket that was indexed first loses its index
 * first; the next contact for that bucket builds the index again.
 */
const indexedBuckets = 24;

/**
 * The contact window (LIVE-3, LIVE-9): the contacts of the last five minutes, in any order of arrival, in
 * buckets of one second. A bucket consists of typed-array columns. `version` grows with every change. Adding
 * a contact twice changes nothing.
 *
 * Memory is allocated as needed and bounded by `capacity`. While a view is held (paused), its time range is
 * kept beside the running window; contacts between the two are dropped by age like all others, so a pause of
 * any length costs at most a second window. When the window is full, it drops its oldest bucket outside the
 * held range (inside it if there is no other), counts those contacts in `tally.overflow`, and reports that
 * time in `lacks`.
 */
export class ContactWindow {
  readonly series = new ContactSeries();
  #version = 0;
  #size = 0;
  #tally = { accepted: 0, duplicate: 0, tooOld: 0, tooNew: 0, overflow: 0 };
  #buckets = new Map<number, ContactBucket>();
  #indexed: ContactBucket[] = [];
  #pool = new ChunkPool();
  #held: { from: number; to: number; end: number } | undefined;
  #waiting = 0;
  #horizon = 0;
  /** Seconds whose contacts were dropped early because the window was full. */
  #overflowed = new Set<number>();
  #listeners = new Set<() => void>();
  #dropListeners = new Set<(bucket: ContactBucket) => void>();
  readonly #capacity: number;

  constructor(options: WindowOptions = { capacity: defaultCapacity }) {
    this.#capacity = options.capacity;
  }

  /** Grows with every change of the contents. */
  get version(): number {
    return this.#version;
  }

  /** The number of contacts held. */
  get size(): number {
    return this.#size;
  }

  get tally(): WindowTally {
    return { ...this.#tally };
  }

  /**
   * How many contacts newer than the held view have arrived since it was held; 0 if none is held. A late
   * contact within the view's time appears in the view immediately, so it does not count (LIVE-7).
   */
  get waiting(): number {
    return this.#waiting;
  }

  /** Contacts before this time (ms since 1970) are neither added nor kept, except in the held range. */
  get horizon(): number {
    return this.#horizon;
  }

  /** The bytes of columns, indexes and dictionary. */
  get bytes(): number {
    let indexes = 0;
    for (const bucket of this.#indexed) indexes += bucket.indexBytes;
    return this.#pool.bytes + indexes + this.series.bytes;
  }

  /**
   * Calls `listener` once after each batch or eviction that changed the contents. Returns a function that
   * stops this.
   */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Calls `listener` with each bucket before it is dropped, while its contacts can still be read. Returns a
   * function that stops this.
   */
  beforeDrop(listener: (bucket: ContactBucket) => void): () => void {
    this.#dropListeners.add(listener);
    return () => void this.#dropListeners.delete(listener);
  }

  /**
   * Adds contacts in any order, and drops those older than five minutes at `now` (ms since 1970). The
   * contacts must be valid by `contactSchema`.
   */
  append(contacts: readonly Contact[], now: number): void {
    const before = this.#version;
    this.#advance(now);
    const newest = now + maxAheadMs;
    let bucket: ContactBucket | undefined;
    for (const contact of contacts) {
      if (contact.ts < this.#horizon && !this.#isHeld(bucketOf(contact.ts))) this.#tally.tooOld++;
      else if (contact.ts > newest) this.#tally.tooNew++;
      else {
        const number = bucketOf(contact.ts);
        if (bucket?.number !== number) bucket = this.#writable(number);
        this.#add(bucket, contact);
      }
    }
    this.#dropOverflow();
    this.#notifySince(before);
  }

  /** Drops contacts older than five minutes at `now`. Needed while nothing arrives. */
  evict(now: number): void {
    const before = this.#version;
    this.#advance(now);
    this.#notifySince(before);
  }

  /**
   * Keeps the contacts from `from` to `to` (ms since 1970, at most five minutes) for a paused view, whatever
   * their age.
   */
  holdFrom(from: number, to: number = from + windowMs): void {
    const end = Math.min(to, from + keptMs);
    this.#hold({ from: bucketOf(from), to: bucketOf(end), end });
  }

  /** Ends `holdFrom` and drops what has become too old. */
  release(): void {
    this.#hold(undefined);
  }

  /** Drops all contacts. The tally is kept. */
  clear(): void {
    const before = this.#version;
    for (const bucket of this.#buckets.values()) this.#drop(bucket);
    this.#overflowed.clear();
    this.#notifySince(before);
  }

  /** Returns true if contacts of that time (ms since 1970) are kept for a paused view, whatever their age. */
  isHeld(ts: number): boolean {
    return this.#isHeld(bucketOf(ts));
  }

  /** Returns the bucket with that number; undefined if it has no contacts. */
  bucket(number: number): ContactBucket | undefined {
    return this.#buckets.get(number);
  }

  /** Returns the contact at `ref`. Throws a RangeError if it was dropped: check with `has` first. */
  read(ref: ContactRef): Contact {
    const bucket = this.#buckets.get(ref.bucket);
    if (!bucket) throw new RangeError(`The window holds no bucket ${ref.bucket}`);
    const { chunk, row } = bucket.at(ref.position);
    const contact: Contact = {
      ...this.series.read(chunk.series[row]!),
      power: storedPower(chunk.powers[row]!),
      ts: bucket.start + chunk.offsets[row]!,
    };
    const n = chunk.ns[row]!;
    return n === 0 ? contact : { ...contact, n };
  }

  has(ref: ContactRef): boolean {
    return ref.position < (this.#buckets.get(ref.bucket)?.count ?? 0);
  }

  /** Returns true if contacts of that range were dropped because the window was full (LIVE-8). */
  lacks({ from, to }: TimeRange): boolean {
    for (const number of this.#overflowed) if (number >= bucketOf(from) && number <= bucketOf(to)) return true;
    return false;
  }

  #hold(range: { from: number; to: number; end: number } | undefined): void {
    const before = this.#version;
    this.#held = range;
    this.#waiting = 0;
    this.#dropOld();
    this.#notifySince(before);
  }

  #add(bucket: ContactBucket, contact: Contact): void {
    const id = this.series.idOf(contact);
    if (!bucket.add(id, contact.ts - bucket.start, contact.power, contact.n ?? 0)) {
      this.#tally.duplicate++;
      return;
    }
    this.series.use(id);
    this.#size++;
    this.#tally.accepted++;
    if (this.#held !== undefined && contact.ts > this.#held.end) this.#waiting++;
    this.#version++;
  }

  #writable(number: number): ContactBucket {
    let bucket = this.#buckets.get(number);
    if (!bucket) {
      bucket = new ContactBucket(number, this.#pool);
      this.#buckets.set(number, bucket);
    }
    if (bucket.hasIndex) return bucket;
    if (this.#indexed.length >= indexedBuckets) this.#indexed.shift()!.forgetIndex();
    this.#indexed.push(bucket);
    return bucket;
  }

  #advance(now: number): void {
    const horizon = bucketOf(now - keptMs) * bucketMs;
    if (horizon <= this.#horizon) return;
    this.#horizon = horizon;
    this.#dropOld();
  }

  #dropOld(): void {
    const first = bucketOf(this.#horizon);
    for (const bucket of this.#buckets.values()) if (bucket.number < first && !this.#isHeld(bucket.number)) this.#drop(bucket);
    for (const number of this.#overflowed) if (number < first && !this.#isHeld(number)) this.#overflowed.delete(number);
  }

  #dropOverflow(): void {
    while (this.#size > this.#capacity) {
      const oldest = this.#oldest((number) => !this.#isHeld(number)) ?? this.#oldest(() => true)!;
      this.#tally.overflow += oldest.count;
      this.#overflowed.add(oldest.number);
      this.#drop(oldest);
    }
  }

  #oldest(eligible: (number: number) => boolean): ContactBucket | undefined {
    let oldest: ContactBucket | undefined;
    for (const bucket of this.#buckets.values()) {
      if (eligible(bucket.number) && !(oldest && oldest.number < bucket.number)) oldest = bucket;
    }
    return oldest;
  }

  #isHeld(number: number): boolean {
    return this.#held !== undefined && number >= this.#held.from && number <= this.#held.to;
  }

  #drop(bucket: ContactBucket): void {
    for (const listener of this.#dropListeners) listener(bucket);
    const { series } = this;
    bucket.eachChunk(0, bucket.count, (chunk, from, to) => {
      for (let row = from; row < to; row++) series.release(chunk.series[row]!);
    });
    this.#size -= bucket.count;
    this.#buckets.delete(bucket.number);
    this.#indexed = this.#indexed.filter((indexed) => indexed !== bucket);
    bucket.free();
    this.#version++;
  }

  #notifySince(version: number): void {
    if (version === this.#version) return;
    for (const listener of this.#listeners) listener();
  }
}
