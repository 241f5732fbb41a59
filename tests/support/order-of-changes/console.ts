import type { AskedItem } from '#model/changes/asked-item.ts';
import * as sequence from '#model/journal/sequence.ts';
import type { Fact } from '#model/journal/facts.ts';
import { type Journal, append, createJournal } from '#model/journal/journal.ts';
import type { Fold } from '#model/journal/overlay.ts';
import { type ReadModels, foldReadModels, noReadModels } from '#model/journal/read-models/read-models.ts';
import type { SessionEntry } from '#model/journal/session.ts';
import { type History, emptyHistory, follow } from '#model/journal/undo.ts';

/** The parts of a console. A mutant of the property replaces one of them. */
export type Parts = {
  order: Pick<typeof sequence, 'takeAnswer' | 'takeChange' | 'takeGone' | 'takeHeard' | 'takeLoad' | 'takeReply' | 'isBehind'>;
  fold: Fold<ReadModels, Fact>;
};

export const realParts: Parts = { order: sequence, fold: foldReadModels };

/** One request of the person that is not settled yet. `held` waits for the person after a new epoch. */
export type Operation = {
  opId: string;
  asked: readonly AskedItem[] | { undo: number; epoch: string };
  items: readonly AskedItem[];
  held: boolean;
};

/**
 * The parts of a console that decide the order of changes, combined like in its machines, without clock and
 * line.
 */
export class OrderedConsole {
  readonly parts: Parts;
  sequence = sequence.startSequence();
  journal: Journal<ReadModels, Fact> = createJournal<ReadModels, Fact>(noReadModels);
  history: History = emptyHistory();
  readonly open = new Map<string, Operation>();
  /** True if everything must be loaded again. */
  wantsLoads = true;
  readonly #onEntry: (entry: SessionEntry) => void;

  constructor(parts: Parts, onEntry: (entry: SessionEntry) => void) {
    this.parts = parts;
    this.#onEntry = onEntry;
  }

  get shown(): ReadModels {
    return this.journal.head.shown;
  }

  get isBehind(): boolean {
    return this.parts.order.isBehind(this.sequence);
  }

  record(entries: readonly SessionEntry[]): void {
    for (const entry of entries) {
      this.journal = append(this.parts.fold, this.journal, entry, 1);
      this.history = follow(this.history, { ...entry, position: this.journal.head.position, at: 1 });
      if (entry.type !== 'proposed' && entry.opId !== undefined) this.open.delete(entry.opId);
      this.#onEntry(entry);
    }
  }

  take({ sequence: next, entries, begun, reload }: sequence.Taken): void {
    this.sequence = next;
    this.record(entries);
    if (begun === 'epoch') for (const operation of this.open.values()) operation.held = true;
    if (begun === 'epoch' || reload) this.wantsLoads = true;
  }

  propose(operation: Operation): void {
    this.open.set(operation.opId, operation);
    this.record([{ type: 'proposed', opId: operation.opId, fact: { type: 'change.asked', items: [...operation.items] } }]);
  }
}
