import { check, newEntrySchema } from './entry-check.ts';
import type { NewEntry } from './entry.ts';
import { type Fact, factSchema } from './facts.ts';
import { type Journal, type JournalLimits, append, continueFrom, createJournal } from './journal.ts';
import type { RecordingFormat } from './open-recording.ts';
import { type ReadModels, foldReadModels, noReadModels, readModelsSchema } from './read-models/read-models.ts';
import { type History, emptyHistory, follow } from './undo.ts';

/** What a host session records: its journal, what the person can undo, and what was refused at the border. */
export type Session = {
  journal: Journal<ReadModels, Fact>;
  history: History;
  /** Entries that were not facts, or held a secret: how many, and what was wrong with the last one. */
  refused: { count: number; last: string | null };
};

export type SessionEntry = NewEntry<Fact>;

const entrySchema = newEntrySchema(factSchema);

/**
 * How sessions are saved and opened: saveRecording(session.journal), openRecording(text, sessionFormat).
 * @awaits the inspector of a recording
 */
export const sessionFormat: RecordingFormat<ReadModels, Fact> = {
  fold: foldReadModels,
  state: readModelsSchema,
  fact: factSchema,
};

/** A session of which nothing is known yet. */
export function startSession(limits: Partial<JournalLimits> = {}): Session {
  return { journal: createJournal(noReadModels, limits), history: emptyHistory(), refused: { count: 0, last: null } };
}

/**
 * Takes one entry in, at `at` ms since the epoch. What does not fit the schemas, or names a secret, is
 * refused: counted, its reason kept (never the value), and everything else stays as it was.
 */
export function take(session: Session, entry: unknown, at: number): Session {
  const checked = check(entrySchema, entry);
  if (!checked.ok) return { ...session, refused: { count: session.refused.count + 1, last: checked.reason } };
  const journal = append(foldReadModels, begun(session.journal, checked.value), checked.value, at);
  return { ...session, journal, history: follow(session.history, { ...checked.value, position: journal.head.position, at }) };
}

/**
 * With a new epoch the journal begins anew, from what is shown: what was recorded is of an order that is
 * gone.
 */
function begun(journal: Session['journal'], entry: SessionEntry): Session['journal'] {
  const isNew = entry.type === 'happened' && entry.fact.type === 'epoch.began';
  return isNew ? continueFrom(journal.head, journal.limits) : journal;
}
