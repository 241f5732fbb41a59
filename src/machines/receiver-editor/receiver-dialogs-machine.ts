import {
  type ActorRefFrom,
  type AnyActorLogic,
  type AnyActorRef,
  type DoneActorEvent,
  assign,
  sendTo,
  setup,
  stopChild,
} from 'xstate';
import { type AskedEdit, askedEdit, isSameEdit } from '../../model/receiver-editor/editor-address.ts';
import type { ScreenInput } from '../screen/screen-events.ts';
import type { ReceiverDialogsEvent } from './receiver-dialogs-events.ts';
import { notProvided, notProvidedAction } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import type { BatchEditInput } from '../batch-edit/batch-edit-events.ts';
import type { KeptDrafts } from './kept-drafts.ts';
import type { ReceiverEditorInput, ReceiverEditorOutput } from './receiver-editor-events.ts';

/**
 * A dialog's machine with its services, and its view (unknown here, because machines do not depend on React).
 */
export type DialogUnit = { actor: AnyActorLogic; view: unknown };

export type ReceiverDialogsContext = {
  mitasId: string;
  /** The search part of the address, and the edit it opens. */
  search: string;
  asked: AskedEdit | null;
  unit: DialogUnit | null;
  actor: AnyActorRef | null;
  /** The values that could not be saved, by receiver id, until saved or discarded. */
  kept: KeptDrafts;
  /** The receiver whose kept values open after the current dialog has ended; null for none. */
  wanted: number | null;
};

/**
 * The dialog on the receivers' page that edits configurations, as the address says (`edit=7`, or `batch=1`
 * for the selected receivers). Its machine and view load on first use. When its actor ends, the dialog is
 * removed from the address. When the address leaves it, its actor is asked to close and may refuse. Values
 * that could not be saved are kept, and the editor of that receiver opens with them; if another dialog has
 * unsaved changes, they wait until it ends.
 */
export const receiverDialogsMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: ReceiverDialogsContext;
    events: ReceiverDialogsEvent;
    tags: 'busy' | 'open' | 'failed' | 'defect';
  },
  actors: { loadUnit: notProvided<DialogUnit, { asked: AskedEdit | null }>() },
  actions: {
    readAddress: assign((_, { search }: { search: string }) => ({ search, asked: askedEdit(search) })),
    /** Sends `kept.recalled` with the values of an earlier visit. */
    recallKept: notProvidedAction<unknown>(),
    /** Keeps values for the next visit. */
    rememberKept: notProvidedAction<{ kept: KeptDrafts }>(),
    takeKept: assign((_, { kept }: { kept: KeptDrafts }) => ({ kept })),
    /** Writes the edit to the address, or removes it. */
    writeAddress: notProvidedAction<{ asked: AskedEdit | null }>(),
    takeUnit: assign((_, { output }: { output: DialogUnit }) => ({ unit: output })),
    /**
     * The id is needed for the transition when the dialog ends. Its type is asserted, because XState's types
     * do not cover logic that is loaded at run time.
     */
    start: assign(({ context, spawn }) => ({
      actor: context.unit && spawn(context.unit.actor, { id: 'dialog' as never, input: inputOf(context) }),
      wanted: null,
    })),
    /** A dialog that is waiting for the host is not interrupted; it ends by itself. */
    askToClose: sendTo(({ context: { actor }, self }) => (actor === null || actor.getSnapshot().hasTag('busy') ? self : actor), {
      type: 'editor.close',
    }),
    stop: stopChild(({ context }) => context.actor ?? 'none'),
    forget: assign({ actor: null }),
    keep: assign(({ context: { kept, asked } }, { output }: { output: ReceiverEditorOutput }) => ({
      kept: { ...without(kept, asked), ...(output.kept === null ? {} : { [output.kept.rxId]: output.kept }) },
    })),
    /** The person discarded the kept values before leaving the dialog. */
    discardKept: assign(({ context: { kept, asked } }) => ({ kept: without(kept, asked) })),
    forgetAsked: assign({ asked: null }),
    /**
     * Notes the receiver to open next. Only one with kept values is opened; the person must open any other
     * again.
     */
    noteWanted: assign((_, { search }: { search: string }) => ({ wanted: rxIdOf(askedEdit(search)) })),
    askForWanted: assign(({ context }) => ({ asked: wantedOf(context), wanted: null })),
  },
  guards: {
    asksForOne: ({ context }) => context.asked !== null,
    asksForSame: ({ context }, { search }: { search: string }) => isSameEdit(askedEdit(search), context.asked),
    holdsUnsaved: ({ context }) => context.actor?.getSnapshot().hasTag('unsaved') === true,
  },
}).createMachine({
  id: 'receiverDialogs',
  context: ({ input: { mitasId, search } }) => ({
    mitasId,
    search,
    asked: askedEdit(search),
    unit: null,
    actor: null,
    kept: {},
    wanted: null,
  }),
  entry: 'recallKept',
  initial: 'closed',
  on: {
    'kept.recalled': { actions: { type: 'takeKept', params: theEvent } },
  },
  states: {
    closed: {
      always: { guard: 'asksForOne', target: 'loading' },
      on: {
        'place.changed': { actions: { type: 'readAddress', params: theEvent } },
      },
    },
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadUnit',
        src: 'loadUnit',
        input: ({ context: { asked } }) => ({ asked }),
        onDone: { target: 'open', actions: { type: 'takeUnit', params: theEvent } },
        onError: 'failed',
      },
      on: {
        'place.changed': [
          { guard: { type: 'asksForSame', params: theEvent } },
          { target: 'closed', actions: { type: 'readAddress', params: theEvent } },
        ],
      },
    },
    failed: {
      tags: 'failed',
      on: {
        'place.changed': { target: 'closed', actions: { type: 'readAddress', params: theEvent } },
        'dialogs.close': { target: 'closed', actions: ['forgetAsked', { type: 'writeAddress', params: { asked: null } }] },
      },
      initial: 'missing',
      states: {
        /**
         * The dialog's code failed to load. Some browsers do not retry a failed module; there only reloading
         * the page helps.
         */
        missing: { on: { 'dialogs.again': '#receiverDialogs.loading' } },
        /** A defect of the dialog, which Retry cannot fix (ERR-15). */
        broken: { tags: 'defect' },
      },
    },
    open: {
      tags: 'open',
      entry: 'start',
      exit: ['stop', 'forget'],
      on: {
        'place.changed': [
          { guard: { type: 'asksForSame', params: theEvent } },
          {
            guard: 'holdsUnsaved',
            actions: [
              { type: 'noteWanted', params: theEvent },
              'askToClose',
              { type: 'writeAddress', params: ({ context: { asked } }) => ({ asked }) },
            ],
          },
          {
            target: 'closed',
            actions: [
              'discardKept',
              { type: 'rememberKept', params: ({ context }: { context: ReceiverDialogsContext }) => ({ kept: context.kept }) },
              { type: 'readAddress', params: theEvent },
            ],
          },
        ],
        'xstate.done.actor.dialog': {
          target: 'closed',
          actions: [
            { type: 'keep', params: theEvent<DoneActorEvent<ReceiverEditorOutput>> },
            { type: 'rememberKept', params: ({ context }: { context: ReceiverDialogsContext }) => ({ kept: context.kept }) },
            {
              type: 'writeAddress',
              params: ({ context }: { context: ReceiverDialogsContext }) => ({ asked: wantedOf(context) }),
            },
            'askForWanted',
          ],
        },
        'xstate.error.actor.dialog': 'failed.broken',
      },
    },
  },
});

export type ReceiverDialogsMachine = typeof receiverDialogsMachine;
export type ReceiverDialogsRef = ActorRefFrom<ReceiverDialogsMachine>;

/** Returns the input of a dialog; an editor gets only its receiver's kept values. */
function inputOf({ mitasId, search, asked, kept }: ReceiverDialogsContext): ReceiverEditorInput | BatchEditInput {
  if (asked?.kind === 'batch') return { mitasId, rxIds: asked.rxIds };
  const rxId = rxIdOf(asked) ?? 0;
  return { mitasId, rxId, search, kept: kept[rxId] ?? null };
}

/** Returns the receiver of an edit; null for a batch or no edit. */
function rxIdOf(asked: AskedEdit | null): number | null {
  return asked?.kind === 'editor' ? asked.rxId : null;
}

/** Returns the edit to open after the current dialog has ended. */
function wantedOf({ wanted, kept }: ReceiverDialogsContext): AskedEdit | null {
  return wanted === null || !(wanted in kept) ? null : { kind: 'editor', rxId: wanted };
}

/** Returns the kept values without those of this edit's receiver. */
function without(kept: KeptDrafts, asked: AskedEdit | null): KeptDrafts {
  return Object.fromEntries(Object.entries(kept).filter(([rxId]) => rxIdOf(asked) !== Number(rxId)));
}
