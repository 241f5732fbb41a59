import type { Contact } from '#model/entities/contact.ts';
import { maxContactsPerFrame } from '#model/contract/socket-messages.ts';

/** The most contacts (about 100 bytes each, serialised) that a ring keeps, and their maximum age in ms. */
export type RingBounds = { maxContacts: number; maxAgeMs: number };

/**
 * Contacts that arrived together, from position `from` to `from + count - 1`, serialised without the brackets
 * of the list.
 */
type Batch = { from: number; count: number; addedAt: number; body: Buffer };

/** A frame ready to be sent. It has the positions from `from` to `next - 1`. */
export type ReadyFrame = { from: number; next: number; text: Buffer };

/**
 * The most frames kept for sharing. Beyond that, clients far behind at different positions get frames of
 * their own.
 */
const maxReadyFrames = 8;

const comma = Buffer.from(',');
const frameEnd = Buffer.from(']}');

/**
 * The recent live contacts of one system, numbered 1, 2, 3, … within an epoch (socket-messages.ts, Positions)
 * and serialised once. Clients that are up to date share one frame; frames for slower clients are built from
 * the same bytes.
 */
export class ContactRing {
  readonly epoch: string;
  readonly #bounds: RingBounds;
  #batches: Batch[] = [];
  #kept = 0;
  #head = 0;
  /** Frames built since the last contacts arrived, by their first position. */
  #ready = new Map<number, ReadyFrame>();

  constructor(epoch: string, bounds: RingBounds) {
    this.epoch = epoch;
    this.#bounds = bounds;
  }

  /** The newest position; 0 before the first contact. */
  get head(): number {
    return this.#head;
  }

  /** The oldest kept position; `head + 1` if the ring is empty. */
  get first(): number {
    return this.#batches[0]?.from ?? this.#head + 1;
  }

  /** The number of kept contacts. */
  get size(): number {
    return this.#kept;
  }

  /** Numbers the contacts in order, keeps them, and drops the oldest beyond the bounds. `now` in ms. */
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

  /** Drops contacts beyond the bounds. */
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
   * Returns the next frame for a client that needs position `cursor` next, or undefined if there is none. If
   * the cursor lies within a batch, the frame begins earlier, and the client skips what it has. `cursor` must
   * not be before `first`.
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

  /** Finds the batch that holds `cursor`, by bisection. */
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
