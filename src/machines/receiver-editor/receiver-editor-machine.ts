import { type ActorRefFrom, type EventObject, assign, sendTo, setup } from 'xstate';
import type { ChangeReply } from '../../model/journal/sequence.ts';
import { type OpenedReceiver, draftProblems, isChanged, withField } from '../../model/receiver-editor/draft.ts';
import type { Family, FamilyConfig } from '../../model/config/config.ts';
import { toFailure } from '../../model/contract/failure.ts';
import type { Result } from '../../model/result.ts';
import { fileExportIn } from '../file-export/file-export-machine.ts';
import { loadingMachine } from '../loading/loading-machine.ts';
import { undoAct, undoOfferMs } from '../operations/undo-offer.ts';
import { notify } from '../snackbar/notify.ts';
import { enteredBy } from '../support/entered-by.ts';
import { type NoInput, notProvided, notProvidedCallback } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import type { RightChange } from './edit-right.ts';
import type { ReadableFile, ReceiverEditorEvent, ReceiverEditorInput, ReceiverEditorOutput } from './receiver-editor-events.ts';
import { configVersionsMachine } from './config-versions-machine.ts';
import { questionMachine } from '../question/question-machine.ts';
import { failureNotice, retractAfterSession, retractFailure } from './failure-notice.ts';
import {
  type ReceiverEditorContext,
  type Save,
  aliasOf,
  fileOf,
  importOf,
  isConflict,
  notSavedText,
  questionOf,
  readOf,
  refusalOf,
  saveOf,
  theirsOf,
} from './receiver-editor-rules.ts';

/** The most tries to save while other people keep changing the receiver. */
const maxAttempts = 5;

/**
 * The editor of one receiver (CFG-1): loads, edits and saves. It ends when saved; if saving fails, it ends
 * with the values in its output. If other people changed the same fields, it asks before overwriting them
 * (CFG-8).
 */
export const receiverEditorMachine = setup({
  types: {} as {
    input: ReceiverEditorInput;
    output: ReceiverEditorOutput;
    context: ReceiverEditorContext;
    events: ReceiverEditorEvent;
    tags: 'busy' | 'ready' | 'readOnly' | 'unsaved' | 'asking' | 'conflict';
  },
  actors: {
    /** Loads an `OpenedReceiver` for `mitasId` and `rxId`. */
    loading: loadingMachine,
    editRight: notProvidedCallback<EventObject, NoInput, RightChange>(),
    /** Loads the receiver's present state for comparison. */
    fetchReceiver: notProvided<OpenedReceiver, { mitasId: string; rxId: number }>(),
    /** Makes the change and records it. */
    saveReceiver: notProvided<ChangeReply, Save>(),
    knownTags: questionMachine,
    /** Reads a configuration of this family from a file. */
    readFile: notProvided<Result<FamilyConfig>, { file: ReadableFile; family: Family }>(),
    versions: configVersionsMachine,
    /** Makes the browser ask before the page closes. */
    guardPage: notProvidedCallback(),
  },
  actions: {
    takeOpened: assign((_, { output }: { output: OpenedReceiver }) => ({ opened: output, draft: output.draft, failure: null })),
    noteRight: assign((_, { mayEdit }: { mayEdit: boolean }) => ({ mayEdit })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    changeField: assign(({ context }, { path, value }: { path: string; value: unknown }) => ({
      draft: context.draft && withField(context.draft, path, value),
      refusal: null,
      imported: null,
    })),
    takeConfig: assign(({ context: { draft } }, { config }: { config: FamilyConfig }) => ({
      draft: draft && { ...draft, config },
      refusal: null,
      imported: null,
    })),
    beginImport: assign({ imported: null }),
    takeRead: assign(({ context }, { output }: { output: Result<FamilyConfig> }) => importOf(context, output)),
    noteUnreadable: assign({ imported: { isTaken: false, text: 'Could not read the file. Choose it again' } }),
    exportFile: sendTo(
      ({ system }) => fileExportIn(system),
      ({ context: { draft } }) => ({ type: 'file.save', file: fileOf(draft) }),
    ),
    keepValues: assign(({ context: { rxId, opened, draft } }) => ({ kept: opened && draft && { rxId, opened, draft } })),
    forgetValues: assign({ kept: null }),
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    compare: assign(({ context }, { output }: { output: OpenedReceiver }) => ({ question: questionOf(context, output) })),
    takeMerged: assign(({ context: { question } }) =>
      question === null ? {} : { opened: question.fresh, draft: question.draft, question: null, failure: null, imported: null },
    ),
    takeTheirs: assign(({ context: { question } }) =>
      question === null ? {} : { ...theirsOf(question), failure: null, attempts: 0, imported: null },
    ),
    putOff: assign({ question: null, failure: null, attempts: 0 }),
    notifySaved: notify((context: ReceiverEditorContext, _, { output }: { output: ChangeReply }) => ({
      message: `${context.draft?.basic.alias ?? ''} is saved`,
      variant: 'success',
      ...(output.items.length === 0 ? {} : { timeout: undoOfferMs, act: undoAct(output) }),
    })),
    notifyFailed: notify((context: ReceiverEditorContext, _, { error }: { error: unknown }) =>
      failureNotice(context, notSavedText(context, error)),
    ),
    notifyUnknown: notify((context: ReceiverEditorContext) =>
      failureNotice(context, `The host has not answered yet. ${aliasOf(context)} may or may not be saved`),
    ),
    notifyUncompared: notify((context: ReceiverEditorContext) =>
      failureNotice(context, `${aliasOf(context)} was not saved: others changed it before you left`),
    ),
    /** The editor shows the kept values, so the message about them is retracted. */
    retractFailure: ({ context, system }) => retractFailure(system, context.rxId),
    endWithSession: ({ context, system }) => retractAfterSession(system, context.rxId),
    notifyUnopened: notify(() => ({ message: 'An error occurred, try refreshing', variant: 'error' })),
    noteRefusal: assign(({ context }) => refusalOf(context)),
  },
  guards: {
    mayEdit: ({ context }) => context.mayEdit,
    mayNotEdit: ({ context }) => !context.mayEdit,
    hasKept: ({ context }) => context.kept !== null,
    isChanged: ({ context: { opened, draft } }) => opened !== null && draft !== null && isChanged(opened.draft, draft),
    isUnchanged: ({ context: { opened, draft } }) => opened !== null && draft !== null && !isChanged(opened.draft, draft),
    isFit: ({ context: { draft } }) => draft !== null && draftProblems(draft).length === 0,
    isConflict: ({ context }, { error }: { error: unknown }) => context.attempts < maxAttempts && isConflict(error),
    isHarmless: ({ context: { question } }) => question !== null && question.conflicts.length === 0,
  },
}).createMachine({
  id: 'receiverEditor',
  context: ({ input }) => ({
    ...input,
    opened: input.kept?.opened ?? null,
    draft: input.kept?.draft ?? null,
    failure: null,
    question: null,
    attempts: 0,
    mayEdit: false,
    refusal: null,
    imported: null,
  }),
  invoke: [
    { id: 'editRight', src: 'editRight', onError: { target: '.closed', actions: 'notifyUnopened' } },
    { id: 'knownTags', src: 'knownTags', input: ({ context: { mitasId } }) => ({ request: { mitasId } }), onError: {} },
    {
      id: 'versions',
      src: 'versions',
      input: ({ context: { mitasId, rxId } }) => ({ mitasId, rxId }),
      onError: {},
    },
  ],
  entry: 'retractFailure',
  initial: 'opening',
  on: {
    'editor.export': { guard: 'isFit', actions: 'exportFile' },
    'right.changed': { actions: { type: 'noteRight', params: theEvent } },
  },
  states: {
    opening: { always: [{ guard: 'hasKept', target: 'open' }, { target: 'loading' }] },
    loading: {
      invoke: {
        id: 'loading',
        src: 'loading',
        input: ({ context: { mitasId, rxId } }) => ({ request: { mitasId, rxId } }),
        onDone: {
          target: 'open',
          actions: { type: 'takeOpened', params: ({ event }) => ({ output: event.output.content as OpenedReceiver }) },
        },
        onError: { target: 'closed', actions: 'notifyUnopened' },
      },
      on: { 'editor.close': 'closed' },
    },
    open: {
      initial: 'unchanged',
      states: {
        unchanged: {
          tags: 'ready',
          always: [
            { guard: 'isChanged', target: 'changed' },
            { guard: 'mayNotEdit', target: 'readOnly' },
          ],
          on: {
            'editor.change': { actions: { type: 'changeField', params: theEvent } },
            'editor.take': { actions: { type: 'takeConfig', params: theEvent } },
            'editor.import': 'importing',
            'editor.save': '#receiverEditor.closed',
            'editor.close': '#receiverEditor.closed',
          },
        },
        /** For people who may not change receivers. */
        readOnly: {
          tags: ['ready', 'readOnly'],
          always: { guard: 'mayEdit', target: 'unchanged' },
          on: { 'editor.close': '#receiverEditor.closed' },
        },
        importing: {
          tags: ['busy', 'unsaved'],
          entry: 'beginImport',
          invoke: {
            id: 'readFile',
            src: 'readFile',
            input: ({ context, event }) => readOf(context, enteredBy(event, 'editor.import')),
            onDone: { target: 'unchanged', actions: { type: 'takeRead', params: theEvent } },
            onError: { target: 'unchanged', actions: 'noteUnreadable' },
          },
        },
        changed: {
          tags: 'unsaved',
          invoke: { id: 'guardPage', src: 'guardPage', onError: {} },
          initial: 'editing',
          states: {
            editing: {
              tags: 'ready',
              always: [
                { guard: 'isUnchanged', target: '#receiverEditor.open.unchanged' },
                { guard: 'mayNotEdit', target: 'barred' },
              ],
              on: {
                'editor.change': { actions: { type: 'changeField', params: theEvent } },
                'editor.take': { actions: { type: 'takeConfig', params: theEvent } },
                'editor.import': '#receiverEditor.open.importing',
                'editor.save': [{ guard: 'isFit', target: 'saving' }, { actions: 'noteRefusal' }],
                'editor.close': 'asking',
              },
            },
            /** The right was lost during editing; the changes are kept until it returns. */
            barred: {
              tags: ['ready', 'readOnly'],
              always: { guard: 'mayEdit', target: 'editing' },
              on: { 'editor.close': 'asking' },
            },
            /** Asks whether to leave with unsaved changes. */
            asking: {
              tags: ['ready', 'asking'],
              on: { 'editor.stay': 'editing', 'editor.discard': '#receiverEditor.closed' },
            },
            saving: {
              tags: 'busy',
              entry: 'countAttempt',
              on: { 'editor.close': { target: '#receiverEditor.refused', actions: 'notifyUnknown' } },
              invoke: {
                id: 'saveReceiver',
                src: 'saveReceiver',
                input: ({ context }) => saveOf(context),
                onDone: {
                  target: '#receiverEditor.closed',
                  actions: { type: 'notifySaved', params: theEvent },
                },
                onError: [
                  {
                    guard: { type: 'isConflict', params: theEvent },
                    target: 'comparing',
                    actions: { type: 'setFailure', params: theEvent },
                  },
                  { target: '#receiverEditor.refused', actions: { type: 'notifyFailed', params: theEvent } },
                ],
              },
            },
            /** Other people changed the receiver; load it to compare. */
            comparing: {
              tags: 'busy',
              on: { 'editor.close': { target: '#receiverEditor.refused', actions: 'notifyUncompared' } },
              invoke: {
                id: 'fetchPresent',
                src: 'fetchReceiver',
                input: ({ context: { mitasId, rxId } }) => ({ mitasId, rxId }),
                onDone: { target: 'judging', actions: { type: 'compare', params: theEvent } },
                onError: { target: '#receiverEditor.refused', actions: { type: 'notifyFailed', params: theEvent } },
              },
            },
            judging: {
              always: [{ guard: 'isHarmless', target: 'saving', actions: 'takeMerged' }, { target: 'conflicted' }],
            },
            conflicted: {
              tags: ['ready', 'conflict'],
              on: {
                'editor.overwrite': { target: 'saving', actions: 'takeMerged' },
                'editor.reload': { target: 'editing', actions: 'takeTheirs' },
                'editor.stay': { target: 'editing', actions: 'putOff' },
              },
            },
          },
        },
      },
    },
    closed: { type: 'final', entry: 'forgetValues' },
    /** The unsaved values are kept in the output. */
    refused: { type: 'final', entry: ['keepValues', 'endWithSession'] },
  },
  output: ({ context }) => ({ kept: context.kept }),
});

export type ReceiverEditorMachine = typeof receiverEditorMachine;
export type ReceiverEditorRef = ActorRefFrom<ReceiverEditorMachine>;
