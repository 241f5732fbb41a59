import { accepted, refused, type Result } from '#model/result.ts';
import { unshownNotes } from '../../domain/contacts/unshown.ts';
import type { Unshown } from '../../platform/store/fleet/retired-receivers.ts';
import type { Item } from './item-splitter.ts';

/** The reply to a sender (ING-3): counts, the first reasons by line, and notes (ING-14). */
export type IngestReply = {
  accepted: number;
  duplicate: number;
  rejected: number;
  reasons: { line: number; reason: string }[];
  notes?: string[];
};

/**
 * Reads the items of one request and stores them. `failure` is the error of the database if it could not
 * store them, else null.
 */
export type RequestBatch = {
  readonly reply: IngestReply;
  readonly failure: { error: unknown } | null;
  readonly isFull: boolean;
  /** Reads items from index `from` on and returns the index of the next one. `now` in ms. */
  read(items: readonly Item[], from: number, now: number): number;
  /** Passes what was read to the database. */
  store(): Promise<void>;
  /** Stores the rest and returns the reply when everything is stored. */
  finish(): Promise<IngestReply>;
};

const maxReasons = 20;
const openBrace = 0x7b;

/**
 * The most items in one slice. `sliceMs` is the longest time of one slice (ms). Both limit how long other
 * work of the host waits.
 */
const sliceItems = 1_024;
const sliceMs = 5;
const itemsPerLook = 32;

/**
 * Reads one slice of the items from index `from` on, or fewer if `isFull` becomes true. Returns the index of
 * the next item.
 */
export function readSlice(items: readonly Item[], from: number, isFull: () => boolean, take: (item: Item) => void): number {
  const end = Math.min(items.length, from + sliceItems);
  const began = performance.now();
  let at = from;
  while (at < end && !isFull()) {
    take(items[at] as Item);
    at += 1;
    if ((at - from) % itemsPerLook === 0 && performance.now() - began > sliceMs) break;
  }
  return at;
}

/** Returns the object in an item's text, or why there is none. */
export function objectIn({ text, fault }: Item): Result<unknown> {
  if (fault !== undefined) return refused(fault);
  // Refuse anything but an object without parsing it: an error of the parser costs more than a result.
  if (text.charCodeAt(0) !== openBrace) return refused('not an object');
  try {
    return accepted(JSON.parse(text));
  } catch {
    return refused('not JSON');
  }
}

/**
 * Counts a refused item. The reply lists the first reasons in order of lines, even if the database refuses an
 * early line after later ones.
 */
export function reject(reply: IngestReply, line: number, reason: string): void {
  const { reasons } = reply;
  reply.rejected += 1;
  if (reasons.length === maxReasons && line > (reasons.at(-1)?.line ?? 0)) return;
  reasons.push({ line, reason });
  reasons.sort((a, b) => a.line - b.line);
  reasons.length = Math.min(reasons.length, maxReasons);
}

/** The receivers that are not shown live, collected over the batches of one request. */
export class UnshownReceivers {
  readonly #known = new Map<number, Unshown>();

  /** Adds receivers, and updates the notes in the reply. */
  note(reply: IngestReply, unshown: readonly Unshown[]): void {
    if (unshown.length === 0) return;
    for (const one of unshown) this.#known.set(one.id, one);
    reply.notes = unshownNotes([...this.#known.values()]);
  }
}
