import * as v from 'valibot';
import { computedSchema } from '../fields/computed-schema.ts';
import { type SchemaOf, check, newEntrySchema } from './entry-check.ts';
import type { NewEntry } from './entry.ts';
import { type Fact, factOf, factSchema } from './facts.ts';
import { type Journal, type JournalLimits, append, continueFrom, createJournal } from './journal.ts';
import type { Fold } from './overlay.ts';
import type { RecordingFormat } from './open-recording.ts';
import { type ReadModels, foldWith, noReadModels, readModelsSchema } from './read-models/read-models.ts';
import { type Transition, saveRecording } from './recording.ts';
import type { AnyScreenModel } from './screen-models/screen-model.ts';
import { type History, emptyHistory, follow } from './undo.ts';

/** What a host session records: its journal, the person's undo history, and the entries refused. */
export type SessionRecord = {
  journal: Journal<ReadModels, Fact>;
  history: History;
  /** How many entries and read models were refused, and the reason for the last refusal. */
  refused: { count: number; last: string | null };
  /** The screens' read models that have joined, and the fold and schema that include them. */
  known: Known;
};

type Known = {
  models: readonly AnyScreenModel[];
  fold: Fold<ReadModels, Fact>;
  entry: SchemaOf<NewEntry<Fact>>;
  /** The types of the facts that may be recorded. */
  types: ReadonlySet<unknown>;
};

export type SessionEntry = NewEntry<Fact>;

function knownFrom(models: readonly AnyScreenModel[]): Known {
  const schemas = [...factSchema.options, ...models.flatMap((model) => model.facts)];
  const types = new Set<unknown>(schemas.map(({ entries }) => entries.type.literal));
  const facts = computedSchema<Fact>(v.variant('type', schemas));
  return { models, fold: foldWith(models), entry: newEntrySchema(facts), types };
}

const knownWithoutModels = knownFrom([]);

/**
 * Returns the format to open sessions with these screen models: saveSession(session), then
 * openRecording(text, sessionFormat(models)).
 * @awaits the inspector of a recording
 */
export function sessionFormat(models: readonly AnyScreenModel[]): RecordingFormat<ReadModels, Fact> {
  const names = models.map(({ name }) => name);
  const joined = factOf('model.joined', { name: v.picklist(names) });
  const facts = v.variant('type', [...factSchema.options, joined, ...models.flatMap((model) => model.facts)]);
  return { fold: foldWith(models), state: readModelsSchema(models), fact: computedSchema(facts), models: names };
}

/**
 * Returns a session as the text of a file (JRN-6), with the names of the read models that have joined.
 * @awaits the inspector of a recording
 */
export function saveSession({ journal }: SessionRecord, transitions: readonly Transition[] = []): string {
  return saveRecording(journal, transitions, Object.keys(journal.head.confirmed.screens));
}

/** Starts an empty session. */
export function startSession(limits: Partial<JournalLimits> = {}): SessionRecord {
  const refused = { count: 0, last: null };
  return { journal: createJournal(noReadModels, limits), history: emptyHistory(), refused, known: knownWithoutModels };
}

/**
 * Joins a screen's read model to the session at the time `at` (ms since 1970). The model folds what happens
 * from then on (JRN-11). Joining it again changes nothing. Refuses another model with the same name, or with
 * a type of fact that is taken.
 */
export function join(session: SessionRecord, model: AnyScreenModel, at: number): SessionRecord {
  const { models, types } = session.known;
  if (models.includes(model)) return session;
  if (models.some(({ name }) => name === model.name)) return refuse(session, `Another read model is called '${model.name}'`);
  const taken = model.facts.map(({ entries }) => entries.type.literal).find((type) => types.has(type));
  if (taken !== undefined) return refuse(session, `'${taken}' is a fact of another read model than '${model.name}'`);
  const fact: Fact = { type: 'model.joined', name: model.name };
  return record({ ...session, known: knownFrom([...models, model]) }, { type: 'happened', fact }, at);
}

/**
 * Records an entry at the time `at` (ms since 1970). Refuses an entry that does not fit the schemas or names
 * a secret: counts it and keeps the reason (never the value), and changes nothing else.
 */
export function take(session: SessionRecord, entry: unknown, at: number): SessionRecord {
  const { known } = session;
  const checked = check(known.entry, entry);
  if (checked.ok) return record(session, checked.value, at);
  const { fact } = Object(entry) as { fact?: { type?: unknown } };
  const isUnknown = typeof fact?.type === 'string' && !known.types.has(fact.type);
  return refuse(session, isUnknown ? unknownFact(known) : checked.reason);
}

function unknownFact({ models }: Known): string {
  const joined = models.length === 0 ? 'none has' : models.map(({ name }) => name).join(', ');
  return `fact.type is no fact of the session, nor of a read model that has joined (${joined})`;
}

function record(session: SessionRecord, entry: SessionEntry, at: number): SessionRecord {
  const journal = append(session.known.fold, startedOver(session.journal, entry), entry, at);
  return { ...session, journal, history: follow(session.history, { ...entry, position: journal.head.position, at }) };
}

function refuse(session: SessionRecord, reason: string): SessionRecord {
  return { ...session, refused: { count: session.refused.count + 1, last: reason } };
}

/**
 * When a new epoch begins, restarts the journal from its head, because older entries belong to the old order.
 */
function startedOver(journal: SessionRecord['journal'], entry: SessionEntry): SessionRecord['journal'] {
  const isNew = entry.type === 'happened' && entry.fact.type === 'epoch.began';
  return isNew ? continueFrom(journal.head, journal.limits) : journal;
}
