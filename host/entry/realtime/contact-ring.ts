import type { Contact } from '#model/entities/contact.ts';
import { maxContactsPerFrame } from '#model/contract/socket-messages.ts';

/** How much of the past a ring keeps: a bound on contacts (about 100 bytes each, serialised) and on age in ms. */
export type RingBounds = { maxContacts: number; maxAgeMs: number };

/** Contacts that came together: positions `from` up to before `from + count`, already serialised, without the list's brackets. */
type Batch = { from: number; count: number; addedAt: number; body: Buffer };

/** A frame ready to be sent: it carries positions `from` up to before `next`. */
export type ReadyFrame = { from: number; next: number; text: Buffer };

/** Bounds the memory of frames that wait to be shared; clients far behind at different places get their own. */
const maxReadyFrames = 8;

const comma = Buffer.from(',');
const frameEnd = Buffer.from(']}');

/**
 * The recent live contacts of one system, numbered 1, 2, 3, … within an epoch (socket-messages.ts, Positions) and serialised once:
 * clients that are up to date share one frame, and those behind get frames put together from the same bytes.
 */
export class ContactRing {
  readonly epoch: string;
  readonly #bounds: RingBounds;
  #batches: Batch[] = [];
  #kept = 0;
  #head = 0;
  /** Frames put together since the last contacts came, by their first position. */
  #ready = new Map<number, ReadyFrame>();

  constructor(epoch: string, bounds: RingBounds) {
    this.epoch = epoch;
    this.#bounds = bounds;
  }

  /** The newest position given; 0 before the first. */
  get head(): number {
    return this.#head;
  }

  /** The oldest position still here; `head + 1` when the ring is empty. */
  get first(): number {
    return this.#batches[0]?.from ?? this.#head + 1;
  }

  /** How many contacts are kept. */
  get size(): number {
    return this.#kept;
  }

  /** Numbers `contacts` in their order and keeps them; drops the oldest beyond the bounds. `now` in ms. */
  add(contacts: readonly Contact[], now: number): void {
    for (let start = 0; start < contacts.length; start += maxContactsPerFrame) {
      const part = contacts.slice(start, start + maxContactsPerFrame);
      const body = Buffer.from(JSON.stringify(part).slice(1, -1));
      this.#batches.push({ from: this.#head + 1, count: part.length, addedAt: now, body });
      this.#head += part.length;
      this.#kept += part.length;
    }
    this.#ready.clear();
    this.evict(now);
  }

  /** Drops what is older or more than the bounds allow. */
  evict(now: number): void {
    let gone = 0;
    for (const batch of this.#batches) {
      if (this.#kept <= this.#bounds.maxContacts && now - batch.addedAt <= this.#bounds.maxAgeMs) break;
      this.#kept -= batch.count;
      gone++;
    }
    if (gone > 0) this.#batches.splice(0, gone);
  }

  /**
   * The next frame for a client whose next wanted position is `cursor`, or undefined when it has everything. The frame may begin
   * before the cursor, where that stands within a batch; the client cuts off what it has. `cursor` must not be before `first`.
   */
  frameFrom(cursor: number): ReadyFrame | undefined {
    if (cursor > this.#head) return undefined;
    const index = this.#indexOf(cursor);
    const from = this.#batches[index]!.from;
    const ready = this.#ready.get(from);
    if (ready) return ready;
    const frame = this.#compose(index);
    if (this.#ready.size < maxReadyFrames) this.#ready.set(from, frame);
    return frame;
  }

  #compose(index: number): ReadyFrame {
    const first = this.#batches[index]!;
    const parts: Buffer[] = [Buffer.from(`{"type":"contact","at":{"epoch":"${this.epoch}","from":${first.from}},"payload":[`)];
    let count = 0;
    for (let at = index; at < this.#batches.length; at++) {
      const batch = this.#batches[at]!;
      if (count > 0 && count + batch.count > maxContactsPerFrame) break;
      if (count > 0) parts.push(comma);
      parts.push(batch.body);
      count += batch.count;
    }
    parts.push(frameEnd);
    return { from: first.from, next: first.from + count, text: Buffer.concat(parts) };
  }

  /** The batch that holds `cursor`, by bisection. */
  #indexOf(cursor: number): number {
    let low = 0;
    let high = this.#batches.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#batches[middle]!.from <= cursor) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
