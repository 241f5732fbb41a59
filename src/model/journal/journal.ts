import type { Entry, NewEntry } from './entry.ts';
import { type Fold, type Overlay, advance, startOverlay } from './overlay.ts';
import { share } from './share.ts';

/**
 * The most entries that a journal keeps, and the most characters (`bytes`) that they take in a recording.
 * Older entries remain only as part of the checkpoint.
 */
export type JournalLimits = { entries: number; bytes: number };

export const journalLimits: JournalLimits = { entries: 10_000, bytes: 16 * 1024 * 1024 };

/**
 * The append-only list of facts of one host session and the state they fold to (JRN-2, JRN-4), for any fold.
 *
 * Invariants, kept by `append` and property-tested:
 * - Positions run from `checkpoint.position` to `head.position` without a gap.
 * - `head` equals `checkpoint` with every entry of the log applied in order.
 * - The log never exceeds its limits. Dropping the oldest entries moves the checkpoint and nothing else. A
 *   single entry above the limit is folded and not kept.
 * - Entries are never changed and never removed from the middle: undo appends (see undo.ts).
 *
 * The log is cut into chunks, each with the overlay after its last entry; overlays share almost all their
 * data. With chunks, moving the checkpoint costs nothing, appending copies little, and `replayTo` folds few
 * entries.
 */
export type Journal<State, Fact> = {
  limits: JournalLimits;
  checkpoint: Overlay<State, Fact>;
  chunks: readonly Chunk<State, Fact>[];
  /** The entries since the last full chunk. */
  tail: readonly Entry<Fact>[];
  /** The size of the tail and of the complete log, in characters. */
  tailBytes: number;
  bytes: number;
  head: Overlay<State, Fact>;
};

type Chunk<State, Fact> = { entries: readonly Entry<Fact>[]; bytes: number; after: Overlay<State, Fact> };

/** Creates a journal without entries. Throws a RangeError if `limits.entries` is below 1. */
export function createJournal<State, Fact>(initial: State, limits: Partial<JournalLimits> = {}): Journal<State, Fact> {
  return continueFrom(startOverlay(initial), { ...journalLimits, ...limits });
}

/**
 * Creates a journal that continues from a checkpoint, such as a recording's. Throws a RangeError if
 * `limits.entries` is below 1.
 */
export function continueFrom<State, Fact>(checkpoint: Overlay<State, Fact>, limits: JournalLimits): Journal<State, Fact> {
  if (!(limits.entries >= 1)) throw new RangeError(`A journal keeps at least one entry, not ${limits.entries}`);
  return { limits, checkpoint, chunks: [], tail: [], tailBytes: 0, bytes: 0, head: checkpoint };
}

/**
 * Records an entry at the next position. The caller passes the time `at` (ms since 1970), because folds read
 * no clock.
 */
export function append<State, Fact>(
  fold: Fold<State, Fact>,
  journal: Journal<State, Fact>,
  entry: NewEntry<Fact>,
  at: number,
): Journal<State, Fact> {
  const recorded: Entry<Fact> = { ...entry, position: journal.head.position + 1, at };
  const head = advance(fold, journal.head, recorded, share);
  const tail = [...journal.tail, recorded];
  const size = JSON.stringify(recorded).length;
  const bytes = journal.bytes + size;
  const tailBytes = journal.tailBytes + size;
  const perChunk = chunkSize(journal.limits.entries);
  if (tail.length < perChunk && tailBytes < journal.limits.bytes / perChunk) {
    return withinLimits({ ...journal, tail, tailBytes, bytes, head });
  }
  const chunks = [...journal.chunks, { entries: tail, bytes: tailBytes, after: head }];
  return withinLimits({ ...journal, chunks, tail: [], tailBytes: 0, bytes, head });
}

/** Returns the kept entries, oldest first. */
export function logOf<State, Fact>(journal: Journal<State, Fact>): readonly Entry<Fact>[] {
  return [...journal.chunks.flatMap((chunk) => chunk.entries), ...journal.tail];
}

/**
 * Returns what was confirmed, pending and shown just after the entry at `position`. Throws a RangeError for a
 * position before the checkpoint (no longer kept) or after the head.
 * @awaits the inspector of a recording
 */
export function replayTo<State, Fact>(
  fold: Fold<State, Fact>,
  journal: Journal<State, Fact>,
  position: number,
): Overlay<State, Fact> {
  const { checkpoint, head } = journal;
  if (!Number.isInteger(position) || position < checkpoint.position || position > head.position) {
    throw new RangeError(`The journal holds positions ${checkpoint.position} to ${head.position}, not ${position}`);
  }
  const next = journal.chunks.findIndex((chunk) => chunk.after.position > position);
  const from = (next === -1 ? journal.chunks.at(-1) : journal.chunks[next - 1])?.after ?? checkpoint;
  const entries = next === -1 ? journal.tail : (journal.chunks[next]?.entries ?? []);
  return entries.slice(0, position - from.position).reduce((overlay, entry) => advance(fold, overlay, entry, share), from);
}

/**
 * Returns how many entries make a chunk. Appending copies the tail and the list of chunks; near the square
 * root of the limit, both together cost least.
 */
function chunkSize(limit: number): number {
  return Math.ceil(Math.sqrt(limit));
}

function withinLimits<State, Fact>(journal: Journal<State, Fact>): Journal<State, Fact> {
  const { limits, chunks } = journal;
  let { checkpoint, bytes } = journal;
  let dropped = 0;
  for (const chunk of chunks) {
    if (journal.head.position - checkpoint.position <= limits.entries && bytes <= limits.bytes) break;
    checkpoint = chunk.after;
    bytes -= chunk.bytes;
    dropped += 1;
  }
  return dropped === 0 ? journal : { ...journal, checkpoint, bytes, chunks: chunks.slice(dropped) };
}
