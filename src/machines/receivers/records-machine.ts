import { type ActorRefFrom, assign, setup } from 'xstate';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import { isRefusal } from '../../model/receivers/refusals.ts';
import {
  type NoteChange,
  type Records,
  type RecordsOf,
  concernsRecords,
  isDeletion,
  isSameNote,
} from '../../model/receivers/records.ts';
import type { ChangeMessage, ChangeReceived, ChangeUpdate } from '../activity/activity-events.ts';
import { notify } from '../snackbar/notify.ts';
import { questionMachine } from '../question/question-machine.ts';
import { enteredBy } from '../support/entered-by.ts';
import { type NoInput, notProvided, notProvidedAction, notProvidedCallback } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import type { KeptNote } from './kept-notes.ts';
import { notWrittenNote, unansweredNote } from './note-notices.ts';

export type RecordsInput = { mitasId: string; of: RecordsOf };

/** A note that is being written; `time` of the visit in ms since the epoch, null for the present. */
export type NoteDraft = { text: string; time: number | null };

export const emptyDraft: NoteDraft = { text: '', time: null };

/** The request for a note; `operation` if it was sent before and not answered (FLEET-9). */
export type NoteRequest = { change: NoteChange; operation: string | null };

export type RecordsEvent =
  | { type: 'records.retry' }
  /** The unsaved notes of an earlier visit of the page. */
  | { type: 'kept.recalled'; kept: KeptNote }
  | { type: 'draft.changed'; draft: Partial<NoteDraft> }
  /** Writes a note of a visit, or deletes one. */
  | { type: 'note.write'; change: NoteChange }
  | ChangeUpdate;

export type RecordsContext = RecordsInput & {
  /** Null until loaded. */
  records: Records | null;
  failure: Failure | null;
  /** The form of a new note, kept until the host has stored it. */
  draft: NoteDraft;
  /** The note being written or deleted; null for none. */
  written: NoteChange | null;
  /**
   * The requests without an answer, to be repeated under their operation ids; at most one is for a new note.
   */
  unanswered: readonly NoteRequest[];
  /** True if something changed since the last request for records. */
  isDue: boolean;
};

/**
 * The refresh interval of vitals, in ms: a receiver reports at most once a minute, and a point covers an
 * hour.
 */
const vitalsRefreshMs = 300_000;

/** The request for a receiver's vitals (VIT-6). */
export type VitalsRequest = { mitasId: string; rxId: number };

/** The request for what a receiver heard in the past hours (FLEET-16). */
export type HearingRequest = { mitasId: string; rxId: number; hours: number };

/** The initial period, in hours. */
const hearingHours = 24;

/**
 * Loads the records of a receiver (its states, places, notes and changes) or the retired receivers (FLEET-8)
 * when their address opens, and again when a change concerns them; the old ones stay visible. Notes can be
 * written at any time, also during a reload.
 */
export const recordsMachine = setup({
  types: {} as {
    input: RecordsInput;
    context: RecordsContext;
    events: RecordsEvent;
    tags: 'busy' | 'ready' | 'failed' | 'stale';
    children: { vitals: 'vitals'; hearing: 'hearing' };
  },
  actors: {
    load: notProvided<Records, RecordsInput>(),
    /** Resolves with the request if it was not answered; null if it was. */
    writeNote: notProvided<NoteRequest | null, RecordsInput & NoteRequest>(),
    vitals: questionMachine,
    hearing: questionMachine,
    /** Passes on the messages that report changes, as `message.received`. */
    changeUpdates: notProvidedCallback<ChangeReceived, NoInput, ChangeUpdate>(),
  },
  actions: {
    takeRecords: assign((_, { output }: { output: Records }) => ({ records: output, failure: null })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    noteDue: assign({ isDue: true }),
    /** Called before a request, whose answer then includes all changes so far. */
    forgetDue: assign({ isDue: false }),
    noteDraft: assign(({ context }, { draft }: { draft: Partial<NoteDraft> }) => ({ draft: { ...context.draft, ...draft } })),
    noteStored: assign(({ context: { draft, written, unanswered } }) => ({
      draft: isDeletion(written) ? draft : emptyDraft,
      written: null,
      unanswered: unanswered.filter(({ change }) => change !== written),
      isDue: true,
    })),
    /** Repeats an unanswered request for the same note, with the date of that request if none is given. */
    noteWritten: assign(({ context: { unanswered, draft } }, { change }: { change: NoteChange }) => {
      const before = unanswered.find((other) => isSameNote(other.change, change, draft.time !== null));
      if (before !== undefined) return { written: before.change };
      return { written: change, unanswered: unanswered.filter((other) => isDeletion(change) || isDeletion(other.change)) };
    }),
    noteUnanswered: assign(({ context: { written, unanswered } }, { output }: { output: NoteRequest | null }) => ({
      written: null,
      unanswered: [...unanswered.filter(({ change }) => change !== written), ...(output === null ? [] : [output])],
      isDue: true,
    })),
    /** A refused request is dropped; after any other failure, the next one repeats it unchanged. */
    noteNotWritten: assign(({ context: { written, unanswered } }, { error }: { error: unknown }) => ({
      written: null,
      unanswered: isRefusal(toFailure(error)) ? unanswered.filter(({ change }) => change !== written) : unanswered,
    })),
    notifyUnanswered: notify(({ written }: RecordsContext) => unansweredNote(written)),
    notifyNotWritten: notify(({ written }: RecordsContext, _, { error }: { error: unknown }) =>
      notWrittenNote(written, toFailure(error)),
    ),
    /** Sends the unsaved notes of an earlier visit as `kept.recalled`. */
    recallKept: notProvidedAction<RecordsInput>(),
    /** Keeps unsaved notes for the next visit. */
    rememberKept: notProvidedAction<RecordsInput & KeptNote>(),
    takeKept: assign((_, { kept: { draft, unanswered } }: { kept: KeptNote }) => ({ draft, unanswered })),
  },
  guards: {
    concerns: ({ context: { of } }, { message }: { message: ChangeMessage }) =>
      message.type === 'changed' ? concernsRecords(of, message.payload) : message.type === 'invalidate',
    isUnanswered: (_, { output }: { output: NoteRequest | null }) => output !== null,
    /** Waits while a note is being written, so that the answer includes it. */
    mayRenew: ({ context: { isDue, written } }) => isDue && written === null,
  },
}).createMachine({
  id: 'records',
  context: ({ input }) => ({
    ...input,
    records: null,
    failure: null,
    draft: emptyDraft,
    written: null,
    unanswered: [],
    isDue: false,
  }),
  entry: { type: 'recallKept', params: ({ context: { mitasId, of } }) => ({ mitasId, of }) },
  /** If these actors fail, the shown records stay. */
  invoke: [
    { id: 'changeUpdates', src: 'changeUpdates', onError: {} },
    {
      id: 'vitals',
      src: 'vitals',
      input: ({ context: { mitasId, of } }) => ({
        request: of.kind === 'receiver' ? { mitasId, rxId: of.rxId } : null,
        refreshMs: vitalsRefreshMs,
      }),
      onError: {},
    },
    {
      id: 'hearing',
      src: 'hearing',
      input: ({ context: { mitasId, of } }) => ({
        request: of.kind === 'receiver' ? { mitasId, rxId: of.rxId, hours: hearingHours } : null,
        refreshMs: vitalsRefreshMs,
      }),
      onError: {},
    },
  ],
  on: {
    'kept.recalled': { actions: { type: 'takeKept', params: theEvent } },
    'message.received': { guard: { type: 'concerns', params: theEvent }, actions: 'noteDue' },
  },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      entry: 'forgetDue',
      invoke: {
        id: 'load',
        src: 'load',
        input: ({ context: { mitasId, of } }) => ({ mitasId, of }),
        onDone: { target: 'shown', actions: { type: 'takeRecords', params: theEvent } },
        onError: { target: 'failed', actions: { type: 'setFailure', params: theEvent } },
      },
    },
    failed: { tags: 'failed', on: { 'records.retry': 'loading' } },
    shown: {
      tags: 'ready',
      type: 'parallel',
      states: {
        entries: {
          initial: 'whole',
          states: {
            whole: { always: { guard: 'mayRenew', target: 'renewing' } },
            /** Loads the records again. Changes that are reported from now on need another request. */
            renewing: {
              entry: 'forgetDue',
              invoke: {
                id: 'renew',
                src: 'load',
                input: ({ context: { mitasId, of } }) => ({ mitasId, of }),
                onDone: { target: 'whole', actions: { type: 'takeRecords', params: theEvent } },
                onError: { target: 'old', actions: { type: 'setFailure', params: theEvent } },
              },
            },
            /** The reload failed: the shown records may be outdated. */
            old: {
              tags: 'stale',
              always: { guard: 'mayRenew', target: 'renewing' },
              on: { 'records.retry': 'renewing' },
            },
          },
        },
        notes: {
          initial: 'resting',
          states: {
            resting: {
              on: {
                'draft.changed': {
                  actions: [
                    { type: 'noteDraft', params: theEvent },
                    { type: 'rememberKept', params: ({ context }: { context: RecordsContext }) => context },
                  ],
                },
                'note.write': {
                  target: 'writing',
                  actions: { type: 'noteWritten', params: theEvent },
                },
              },
            },
            writing: {
              tags: 'busy',
              invoke: {
                id: 'writeNote',
                src: 'writeNote',
                input: ({ context: { mitasId, of, written, unanswered }, event }) => ({
                  mitasId,
                  of,
                  change: written ?? enteredBy(event, 'note.write').change,
                  operation: unanswered.find(({ change }) => change === written)?.operation ?? null,
                }),
                onDone: [
                  {
                    guard: { type: 'isUnanswered', params: theEvent },
                    target: 'resting',
                    actions: ['notifyUnanswered', { type: 'noteUnanswered', params: theEvent }],
                  },
                  { target: 'resting', actions: 'noteStored' },
                ],
                onError: {
                  target: 'resting',
                  actions: [
                    { type: 'notifyNotWritten', params: theEvent },
                    { type: 'noteNotWritten', params: theEvent },
                  ],
                },
              },
            },
          },
        },
      },
    },
  },
});

export type RecordsRef = ActorRefFrom<typeof recordsMachine>;
