import { type ActorRefFrom, type EventObject, and, assign, not, setup, stateIn } from 'xstate';
import { chosenProblems, whyNotApplied } from '../../model/receiver-editor/batch.ts';
import { type Family, defaultConfig } from '../../model/config/config.ts';
import { toFailure } from '../../model/contract/failure.ts';
import { maxBatch } from '../../model/contract/receiver-config-calls.ts';
import { loadingMachine } from '../loading/loading-machine.ts';
import type { RightChange } from '../receiver-editor/edit-right.ts';
import { questionMachine } from '../question/question-machine.ts';
import type { ReceiverEditorOutput } from '../receiver-editor/receiver-editor-events.ts';
import { notify } from '../snackbar/notify.ts';
import { enteredBy } from '../support/entered-by.ts';
import { type NoInput, notProvided, notProvidedCallback } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import type { BatchEditEvent, BatchEditInput } from './batch-edit-events.ts';
import {
  type Applied,
  type Apply,
  type BatchEditContext,
  type ConfigsReply,
  appliedNotice,
  applyOf,
  changed,
  conflictingIds,
  loaded,
  notAppliedNotice,
  notReviewedNotice,
  presentOf,
  ofFamily,
  pulledFrom,
  refusalOf,
  resultsOf,
  reviewedOf,
  withChoice,
} from './batch-edit-rules.ts';

/**
 * The batch edit of the selected receivers of one family (CFG-11). The person chooses fields to apply, can
 * pull values from one receiver, reviews the changes against the receivers' present state, and applies them
 * as one change. Success closes it; otherwise it stays open and lists the receivers that failed.
 */
export const batchEditMachine = setup({
  types: {} as {
    input: BatchEditInput;
    output: ReceiverEditorOutput;
    context: BatchEditContext;
    events: BatchEditEvent;
    tags: 'busy' | 'ready' | 'unsaved' | 'asking' | 'reviewing' | 'applied' | 'tooMany' | 'readOnly';
  },
  actors: {
    /** Loads a `ConfigsReply` for `mitasId` and `rxIds`. */
    loading: loadingMachine,
    editRight: notProvidedCallback<EventObject, NoInput, RightChange>(),
    /** Loads the present state of some receivers. */
    fetchReceivers: notProvided<ConfigsReply, { mitasId: string; rxIds: readonly number[] }>(),
    applyBatch: notProvided<Applied, Apply>(),
    knownTags: questionMachine,
    /** Makes the browser ask before the page closes. */
    guardPage: notProvidedCallback(),
  },
  actions: {
    noteRight: assign((_, { mayEdit }: { mayEdit: boolean }) => ({ mayEdit })),
    takeReceivers: assign((_, { output }: { output: ConfigsReply }) => loaded(output)),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    forgetFailure: assign({ failure: null }),
    /** Takes the receivers' present state, because they may have changed since the values were loaded. */
    takePresent: assign(({ context }, { output }: { output: ConfigsReply }) => presentOf(context, output)),
    takeFamily: assign(({ context }, { family }: { family: Family }) => ofFamily(context, family)),
    noteFamily: assign((_, { family }: { family: Family }) => ({ otherFamily: family })),
    forgetFamily: assign({ otherFamily: null }),
    changeField: assign(({ context }, params: { path: string; value: unknown }) => changed(context, params)),
    chooseField: assign(({ context }, params: { path: string; isChosen: boolean }) => withChoice(context, params)),
    takePulled: assign(({ context }, { output }: { output: ConfigsReply }) => pulledFrom(context, output)),
    notePullFailed: assign({ isPullFailed: true }),
    beginPull: assign({ isPullFailed: false, pulled: null }),
    takeResults: assign(({ context }, { output }: { output: Applied }) => ({ results: resultsOf(context, output) })),
    notifyApplied: notify((_: BatchEditContext, __, { output }: { output: Applied }) => appliedNotice(output)),
    notifyFailed: notify((_: BatchEditContext, __, params: { error: unknown }) => notAppliedNotice(params.error)),
    notifyNotReviewed: notify((_: BatchEditContext, __, params: { error: unknown }) => notReviewedNotice(params.error)),
    notifyUnopened: notify(() => ({ message: 'An error occurred, try refreshing', variant: 'error' })),
    noteRefusal: assign(({ context }) => refusalOf(context)),
  },
  guards: {
    mayEdit: ({ context }) => context.mayEdit === true,
    mayNotEdit: ({ context }) => context.mayEdit === false,
    /**
     * True if the person may not edit, except while a batch is being applied, because the host itself checks
     * the right then.
     */
    isBarred: and(['mayNotEdit', not(stateIn({ open: { chosen: 'applying' } }))]),
    isLoaded: ({ context }) => context.asOf !== null,
    isTooMany: ({ context }) => context.rxIds.length > maxBatch,
    isOther: ({ context }, { family }: { family: Family }) => context.family !== family,
    hasChosen: ({ context }) => context.chosen.length > 0,
    isFit: ({ context: { family, values, chosen } }) => chosen.length > 0 && chosenProblems(family, values, chosen).length === 0,
    changesSome: ({ context }) => whyNotApplied(context.receivers, context) === null,
    mayReview: ({ context: { results, mayEdit } }) => mayEdit === true && conflictingIds(results).length > 0,
    isWhole: ({ context }, { output }: { output: Applied }) => resultsOf(context, output).every(({ reason }) => reason === null),
  },
}).createMachine({
  id: 'batchEdit',
  context: ({ input }) => ({
    ...input,
    receivers: [],
    family: 'orion',
    values: defaultConfig('orion'),
    chosen: [],
    isPullFailed: false,
    pulled: null,
    hasPulled: false,
    refusal: null,
    asOf: null,
    results: null,
    others: [],
    failure: null,
    otherFamily: null,
    mayEdit: null,
  }),
  invoke: [
    { id: 'editRight', src: 'editRight', onError: { target: '.closed', actions: 'notifyUnopened' } },
    { id: 'knownTags', src: 'knownTags', input: ({ context: { mitasId } }) => ({ request: { mitasId } }), onError: {} },
  ],
  on: { 'right.changed': { actions: { type: 'noteRight', params: theEvent } } },
  initial: 'opening',
  states: {
    opening: {
      always: [
        { guard: 'mayEdit', target: 'counting' },
        { guard: 'mayNotEdit', target: 'readOnly' },
      ],
      on: { 'editor.close': 'closed' },
    },
    readOnly: {
      tags: 'readOnly',
      always: { guard: 'mayEdit', target: 'counting' },
      on: { 'editor.close': 'closed' },
    },
    counting: {
      always: [{ guard: 'isLoaded', target: 'open' }, { guard: 'isTooMany', target: 'tooMany' }, { target: 'loading' }],
    },
    /** The person chose more receivers than a batch may have; the host is not called. */
    tooMany: { tags: 'tooMany', on: { 'editor.close': 'closed' } },
    loading: {
      invoke: {
        id: 'loading',
        src: 'loading',
        input: ({ context: { mitasId, rxIds } }) => ({ request: { mitasId, rxIds } }),
        onDone: {
          target: 'open',
          actions: { type: 'takeReceivers', params: ({ event }) => ({ output: event.output.content as ConfigsReply }) },
        },
        onError: { target: 'closed', actions: 'notifyUnopened' },
      },
      on: { 'editor.close': 'closed' },
    },
    open: {
      always: { guard: 'isBarred', target: 'readOnly' },
      initial: 'choosing',
      states: {
        choosing: {
          tags: 'ready',
          always: { guard: 'hasChosen', target: 'chosen' },
          on: {
            'batch.chooseFamily': { actions: { type: 'takeFamily', params: theEvent } },
            'editor.change': { actions: { type: 'changeField', params: theEvent } },
            'batch.choose': { actions: { type: 'chooseField', params: theEvent } },
            'batch.pull': 'pulling',
            'batch.review': { actions: 'noteRefusal' },
            'editor.close': '#batchEdit.closed',
          },
        },
        pulling: {
          tags: 'busy',
          entry: 'beginPull',
          invoke: {
            id: 'pullReceiver',
            src: 'fetchReceivers',
            input: ({ context: { mitasId }, event }) => ({ mitasId, rxIds: [enteredBy(event, 'batch.pull').rxId] }),
            onDone: { target: 'choosing', actions: { type: 'takePulled', params: theEvent } },
            onError: { target: 'choosing', actions: 'notePullFailed' },
          },
          on: { 'editor.close': 'choosing' },
        },
        chosen: {
          tags: 'unsaved',
          invoke: { id: 'guardPage', src: 'guardPage', onError: {} },
          initial: 'editing',
          states: {
            editing: {
              tags: 'ready',
              on: {
                'batch.chooseFamily': {
                  guard: { type: 'isOther', params: theEvent },
                  target: 'askingFamily',
                  actions: { type: 'noteFamily', params: theEvent },
                },
                'editor.change': { actions: { type: 'changeField', params: theEvent } },
                'batch.choose': {
                  target: '#batchEdit.open.choosing',
                  actions: { type: 'chooseField', params: theEvent },
                },
                'batch.pull': 'pulling',
                'batch.review': [{ guard: 'isFit', target: 'refreshing' }, { actions: 'noteRefusal' }],
                'editor.close': 'asking',
              },
            },
            /** Asks whether to leave with unsaved changes. */
            asking: {
              tags: ['ready', 'asking'],
              on: { 'editor.stay': 'editing', 'editor.discard': '#batchEdit.closed' },
            },
            /** Asks whether to drop the chosen fields for the other family. */
            askingFamily: {
              tags: ['ready', 'asking'],
              on: {
                'editor.stay': { target: 'editing', actions: 'forgetFamily' },
                'editor.discard': {
                  target: '#batchEdit.open.choosing',
                  actions: {
                    type: 'takeFamily',
                    params: ({ context: { family, otherFamily } }) => ({ family: otherFamily ?? family }),
                  },
                },
              },
            },
            pulling: {
              tags: 'busy',
              entry: 'beginPull',
              invoke: {
                id: 'pullMore',
                src: 'fetchReceivers',
                input: ({ context: { mitasId }, event }) => ({ mitasId, rxIds: [enteredBy(event, 'batch.pull').rxId] }),
                onDone: { target: 'editing', actions: { type: 'takePulled', params: theEvent } },
                onError: { target: 'editing', actions: 'notePullFailed' },
              },
              on: { 'editor.close': 'editing' },
            },
            /** Loads the receivers' present state for the review. */
            refreshing: {
              tags: 'busy',
              invoke: {
                id: 'fetchPresent',
                src: 'fetchReceivers',
                input: ({ context }) => ({ mitasId: context.mitasId, rxIds: reviewedOf(context) }),
                onDone: { target: 'reviewing', actions: { type: 'takePresent', params: theEvent } },
                onError: { target: 'editing', actions: { type: 'notifyNotReviewed', params: theEvent } },
              },
              on: { 'editor.close': 'editing' },
            },
            /** Shows the changes of each receiver. */
            reviewing: {
              tags: ['ready', 'reviewing'],
              exit: 'forgetFailure',
              on: {
                'batch.apply': { guard: 'changesSome', target: 'applying' },
                'batch.back': 'editing',
                'editor.close': 'editing',
              },
            },
            applying: {
              tags: ['busy', 'reviewing'],
              invoke: {
                id: 'applyBatch',
                src: 'applyBatch',
                input: ({ context }) => applyOf(context),
                onDone: [
                  {
                    guard: { type: 'isWhole', params: theEvent },
                    target: '#batchEdit.closed',
                    actions: { type: 'notifyApplied', params: theEvent },
                  },
                  {
                    target: '#batchEdit.partly',
                    actions: [
                      { type: 'takeResults', params: theEvent },
                      { type: 'notifyApplied', params: theEvent },
                    ],
                  },
                ],
                onError: {
                  target: 'reviewing',
                  actions: [
                    { type: 'setFailure', params: theEvent },
                    { type: 'notifyFailed', params: theEvent },
                  ],
                },
              },
            },
          },
        },
      },
    },
    /** Some receivers were not changed; they are listed with the reasons. */
    partly: {
      tags: ['ready', 'applied'],
      on: {
        'batch.review': { guard: 'mayReview', target: 'open.chosen.refreshing' },
        'editor.close': 'closed',
      },
    },
    closed: { type: 'final' },
  },
  output: { kept: null },
});

export type BatchEditRef = ActorRefFrom<typeof batchEditMachine>;
