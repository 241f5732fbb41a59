import { accepted, refused, type Result } from '#model/result.ts';
import { unshownNotes } from '../../domain/contacts/unshown.ts';
import type { Unshown } from '../../platform/store/fleet/retired-receivers.ts';
import type { Item } from './item-splitter.ts';

/**
 * What a sender is answered (ING-3): counts, the first reasons by line, and what else is to be known
 * (ING-14).
 */
export type IngestReply = {
  accepted: number;
  duplicate: number;
  rejected: number;
  reasons: { line: number; reason: string }[];
  notes?: string[];
};

/**
 * What reads the items of one request and stores them; `failure` is what the database said when it could not.
 */
export type RequestBatch = {
  readonly reply: IngestReply;
  readonly failure: { error: unknown } | null;
  readonly isFull: boolean;
  /** Takes in items from place `from` on; answers the place of the next. `now` in ms. */
  read(items: readonly Item[], from: number, now: number): number;
  /** Hands over to the database what was taken in. */
  store(): Promise<void>;
  /** Stores what is left and answers when all is stored. */
  finish(): Promise<IngestReply>;
};

const maxReasons = 20;
const openBrace = 0x7b;

/** One reading ends after so many items, or so many ms: what else the host does need not wait longer. */
const sliceItems = 1_024;
const sliceMs = 5;
const itemsPerLook = 32;

/**
 * Takes in one slice of the items from place `from` on, until `isFull`. Answers the place of the next item.
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

/** The object in an item's text, or why there is none. */
export function objectIn({ text, fault }: Item): Result<unknown> {
  if (fault !== undefined) return refused(fault);
  // What is no object is refused without asking the parser, whose complaints cost more than its answers.
  if (text.charCodeAt(0) !== openBrace) return refused('not an object');
  try {
    return accepted(JSON.parse(text));
  } catch {
    return refused('not JSON');
  }
}

/**
 * Counts an item that is refused. Answered are the first by their lines, also where the database finds one
 * after reasons of later lines are known.
 */
export function reject(reply: IngestReply, line: number, reason: string): void {
  const { reasons } = reply;
  reply.rejected += 1;
  if (reasons.length === maxReasons && line > (reasons.at(-1)?.line ?? 0)) return;
  reasons.push({ line, reason });
  reasons.sort((a, b) => a.line - b.line);
  reasons.length = Math.min(reasons.length, maxReasons);
}

/** Of which receivers nothing is shown live, gathered over the batches of one request. */
export class UnshownReceivers {
  readonly #known = new Map<number, Unshown>();

  /** Notes some more, and tells the sender. */
  note(reply: IngestReply, unshown: readonly Unshown[]): void {
    if (unshown.length === 0) return;
    for (const one of unshown) this.#known.set(one.id, one);
    reply.notes = unshownNotes([...this.#known.values()]);
  }
}
