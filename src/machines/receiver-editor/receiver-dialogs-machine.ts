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

/** A dialog with its services in place; `view` is drawn by the screen: the machines know no React. */
export type DialogUnit = { actor: AnyActorLogic; view: unknown };

export type ReceiverDialogsContext = {
  mitasId: string;
  /** The search part of the address, and what it asks to edit. */
  search: string;
  asked: AskedEdit | null;
  unit: DialogUnit | null;
  actor: AnyActorRef | null;
  /** By rxId, the values that could not be saved, until they are saved or discarded. */
  kept: KeptDrafts;
  /** The receiver whose kept values are opened once the dialog at hand has ended; null for none. */
  wanted: number | null;
};

/**
 * The one dialog over the page of receivers in which configurations are edited, by what the address asks for
 * (`edit=7`, or `batch=1` for those that are selected). Its machine and view are loaded when it first opens.
 * It ends when its actor does; then the address no longer asks for it. Where the address leaves it, its actor
 * is asked to close and may refuse. Values that could not be saved are kept, and one receiver's editor begins
 * with its own; where another dialog holds unsaved changes they wait for what becomes of those.
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
    /** Sends what an earlier visit of the screen has kept, as `kept.recalled`. */
    recallKept: notProvidedAction<unknown>(),
    /** Keeps it for the next visit. */
    rememberKept: notProvidedAction<{ kept: KeptDrafts }>(),
    takeKept: assign((_, { kept }: { kept: KeptDrafts }) => ({ kept })),
    /** Has the address ask for this, or for nothing. */
    writeAddress: notProvidedAction<{ asked: AskedEdit | null }>(),
    takeUnit: assign((_, { output }: { output: DialogUnit }) => ({ unit: output })),
    /**
     * The id is for the transition when it ends; XState's types have none for logic that comes at run time.
     */
    start: assign(({ context, spawn }) => ({
      actor: context.unit && spawn(context.unit.actor, { id: 'dialog' as never, input: inputOf(context) }),
      wanted: null,
    })),
    /** One that asks the host is not cut off unasked: it ends by itself. */
    askToClose: sendTo(({ context: { actor }, self }) => (actor === null || actor.getSnapshot().hasTag('busy') ? self : actor), {
      type: 'editor.close',
    }),
    stop: stopChild(({ context }) => context.actor ?? 'none'),
    forget: assign({ actor: null }),
    keep: assign(({ context: { kept, asked } }, { output }: { output: ReceiverEditorOutput }) => ({
      kept: { ...without(kept, asked), ...(output.kept === null ? {} : { [output.kept.rxId]: output.kept }) },
    })),
    /** The values were taken back by hand before the dialog was left. */
    discardKept: assign(({ context: { kept, asked } }) => ({ kept: without(kept, asked) })),
    forgetAsked: assign({ asked: null }),
    /** Of others than those it is not waited for: the person goes to them again. */
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
        /** Where a browser does not ask twice for a module that failed, the page loaded again brings it. */
        missing: { on: { 'dialogs.again': '#receiverDialogs.loading' } },
        /** A defect of the dialog, whatever becomes of the host (ERR-15). */
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

/** What the actor of a dialog begins with: values that could not be saved are those of one receiver. */
function inputOf({ mitasId, search, asked, kept }: ReceiverDialogsContext): ReceiverEditorInput | BatchEditInput {
  if (asked?.kind === 'batch') return { mitasId, rxIds: asked.rxIds };
  const rxId = rxIdOf(asked) ?? 0;
  return { mitasId, rxId, search, kept: kept[rxId] ?? null };
}

/** The one receiver that is to be edited; null for none. */
function rxIdOf(asked: AskedEdit | null): number | null {
  return asked?.kind === 'editor' ? asked.rxId : null;
}

/** What is opened after the dialog at hand, which has ended. */
function wantedOf({ wanted, kept }: ReceiverDialogsContext): AskedEdit | null {
  return wanted === null || !(wanted in kept) ? null : { kind: 'editor', rxId: wanted };
}

/** The values kept of others than the receiver that is asked for. */
function without(kept: KeptDrafts, asked: AskedEdit | null): KeptDrafts {
  return Object.fromEntries(Object.entries(kept).filter(([rxId]) => rxIdOf(asked) !== Number(rxId)));
}
