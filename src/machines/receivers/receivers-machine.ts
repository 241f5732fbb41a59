import { type ActorRefFrom, assign, sendTo, setup } from 'xstate';
import type { AsOf } from '../../model/changes/change.ts';
import { toFailure } from '../../model/contract/failure.ts';
import { areSameRecords, recordsAsked } from '../../model/receivers/records.ts';
import type { NamedReceiver } from '../../model/entities/receiver.ts';
import * as tasks from '../../model/receivers/tasks.ts';
import { relativeRefreshMs } from '../../model/time/relative-time.ts';
import { commandHistoryMachine } from '../commands/command-history-machine.ts';
import { receiverDialogsMachine } from '../receiver-editor/receiver-dialogs-machine.ts';
import type { ScreenInput, SearchChanged } from '../screen/screen-events.ts';
import { notify } from '../snackbar/notify.ts';
import { enteredBy } from '../support/entered-by.ts';
import { notProvided, notProvidedAction, notProvidedCallback } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import { recordsMachine } from './records-machine.ts';
import type * as screen from './receivers-events.ts';
import * as notices from './receivers-notices.ts';
import * as rules from './receivers-rules.ts';
import { taskUndo } from './task-undo.ts';

/**
 * The requests of the receivers' screen apart from edits (FLEET-6). It opens and closes dialogs; the dialogs
 * for a new receiver and a location close when answered. Copies, deletions, restores and moves run as tasks
 * of several receivers, with one result each. Edits in place go to the session's operations.
 */
export const receiversMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: screen.ReceiversContext;
    events: screen.ReceiversEvent;
    tags: 'busy' | 'ready' | 'failed';
    children: screen.ReceiversChildren;
  },
  actors: {
    /** The dialogs that edit configurations. */
    dialogs: receiverDialogsMachine,
    records: recordsMachine,
    commandHistory: commandHistoryMachine,
    taskUndo,
    /** Repeats the `unanswered` request unchanged, if there is one (FLEET-9). */
    createReceiver: notProvided<screen.Creation, screen.CreationInput>(),
    /** Resolves with the change made; null if the receiver already was there. */
    placeReceiver: notProvided<AsOf | null, screen.PlaceInput>(),
    /** Runs the steps, several at a time, and reports each. */
    runTask: notProvidedCallback<{ type: 'task.stop' }, screen.TaskInput, screen.TaskReport>(),
  },
  actions: {
    /** Sends `task.recalled` if an earlier visit left a task. */
    recallTask: notProvidedAction<unknown>(),
    /** Forgets the failed task. */
    forgetTask: notProvidedAction<unknown>(),
    /** Sends the time as `time.noted`; provided by the composition root. */
    readClock: notProvidedAction<unknown>(),
    noteTime: assign((_, { now }: { now: number }) => ({ now })),
    passToDialogs: sendTo('dialogs', (_, event: SearchChanged) => event),
    passToHistory: sendTo('commandHistory', (_, event: SearchChanged) => event),
    noteRecords: assign((_, { search }: { search: string }) => ({ records: recordsAsked(search) })),
    noteNew: assign((_, { siteId }: { siteId: number | null }) => ({ newAt: siteId, failure: null })),
    noteLocated: assign((_, { receiver }: { receiver: NamedReceiver }) => ({ located: receiver })),
    noteRemovedSite: assign((_, { siteId }: { siteId: number }) => ({ removedSite: siteId })),
    noteTask: assign((_, plan: Omit<tasks.TaskPlan, 'siteId'> & Partial<tasks.TaskPlan>) => ({ task: tasks.taskOf(plan) })),
    takeTask: assign((_, { task }: { task: tasks.Task }) => ({ task })),
    noteAgain: assign(({ context: { wentWrong } }) => ({ task: wentWrong && tasks.askedAgain(wentWrong) })),
    noteUndo: assign((_, { undoable }: { undoable: readonly tasks.Undoable[] }) => ({ task: tasks.undoingOf(undoable) })),
    noteTarget: assign(({ context: { task } }, { siteId }: { siteId: number | null }) => ({ task: task && { ...task, siteId } })),
    noteResult: assign(({ context: { task } }, { result }: { result: tasks.TaskResult }) => ({
      task: task && tasks.withResult(task, result),
    })),
    keepWrong: assign(({ context: { task } }) => rules.wrongOf(task)),
    forgetDialog: assign(rules.noDialog),
    stopTask: sendTo('runTask', { type: 'task.stop' }),
    forgetWrong: assign({ wentWrong: null }),
    noteNotCreated: assign(({ context }, { error }: { error: unknown }) => rules.notCreated(context, error)),
    noteUnanswered: assign((_, { output }: { output: screen.Creation }) => rules.unansweredOf(output)),
    notifyCreated: notify((_: screen.ReceiversContext, __, { output }: { output: screen.Creation }) =>
      notices.createdNotice(output),
    ),
    notifyPlaced: notify(({ located }: screen.ReceiversContext, _, { output }: { output: AsOf | null }) =>
      notices.placedNotice(located, output),
    ),
    notifyNotPlaced: notify(({ located }: screen.ReceiversContext, _, { error }: { error: unknown }) =>
      notices.notPlacedNotice(located, toFailure(error)),
    ),
    notifyTask: notify(({ task }: screen.ReceiversContext) => notices.endedNotice(task)),
    notifyTaskBroken: notify(({ task }: screen.ReceiversContext) => notices.brokenNotice(task)),
  },
  guards: {
    isUnderWay: (_, { isUnderWay }: { isUnderWay: boolean }) => isUnderWay,
    removesSite: ({ context: { removedSite } }) => removedSite !== null,
    hasUnanswered: ({ context: { wentWrong } }) => wentWrong?.results.some(({ unanswered }) => unanswered !== null) ?? false,
    isCreationUnanswered: (_, { output }: { output: screen.Creation }) => 'unanswered' in output,
    hasRecords: ({ context: { records } }) => records !== null,
    asksForRecords: (_, { search }: { search: string }) => recordsAsked(search) !== null,
    asksForSame: ({ context: { records } }, { search }: { search: string }) => areSameRecords(records, recordsAsked(search)),
  },
  delays: { relativeRefresh: relativeRefreshMs },
}).createMachine({
  id: 'receivers',
  type: 'parallel',
  context: ({ input }) => rules.openedWith(input),
  entry: 'recallTask',
  invoke: { id: 'taskUndo', systemId: 'receiversTaskUndo', src: 'taskUndo', onError: {} },
  states: {
    clock: {
      initial: 'running',
      states: {
        running: {
          entry: 'readClock',
          after: { relativeRefresh: { target: 'running', reenter: true } },
          on: { 'time.noted': { actions: { type: 'noteTime', params: theEvent } } },
        },
      },
    },
    editing: {
      initial: 'possible',
      states: {
        possible: {
          invoke: { id: 'dialogs', src: 'dialogs', input: rules.screenInput, onError: 'broken' },
          on: { 'place.changed': { actions: { type: 'passToDialogs', params: theEvent } } },
        },
        /** The list is shown, but configurations cannot be edited until the page is reloaded. */
        broken: { tags: 'failed' },
      },
    },
    commands: {
      initial: 'listed',
      states: {
        listed: {
          invoke: { id: 'commandHistory', src: 'commandHistory', input: rules.screenInput, onError: 'broken' },
          on: { 'place.changed': { actions: { type: 'passToHistory', params: theEvent } } },
        },
        broken: { tags: 'failed' },
      },
    },
    page: {
      initial: 'list',
      states: {
        list: {
          always: { guard: 'hasRecords', target: 'records' },
          on: {
            'place.changed': {
              guard: { type: 'asksForRecords', params: theEvent },
              target: 'records',
              actions: { type: 'noteRecords', params: theEvent },
            },
          },
        },
        /** The page of a receiver, or the list of retired ones. */
        records: {
          invoke: {
            id: 'records',
            src: 'records',
            input: ({ context: { mitasId, records } }) => ({ mitasId, of: records ?? { kind: 'retired' } }),
            onError: 'broken',
          },
          on: {
            'place.changed': [
              { guard: { type: 'asksForSame', params: theEvent } },
              {
                guard: { type: 'asksForRecords', params: theEvent },
                target: 'records',
                reenter: true,
                actions: { type: 'noteRecords', params: theEvent },
              },
              { target: 'list', actions: { type: 'noteRecords', params: theEvent } },
            ],
          },
        },
        broken: {
          tags: 'failed',
          on: { 'place.changed': { target: 'list', actions: { type: 'noteRecords', params: theEvent } } },
        },
      },
    },
    dialog: {
      initial: 'closed',
      states: {
        closed: {
          tags: 'ready',
          entry: 'forgetDialog',
          on: {
            'receiver.new': { target: 'describing', actions: { type: 'noteNew', params: theEvent } },
            'receiver.locate': { target: 'locating', actions: { type: 'noteLocated', params: theEvent } },
            'site.remove': { target: 'removingSite', actions: { type: 'noteRemovedSite', params: theEvent } },
            'task.open': { target: 'confirming', actions: { type: 'noteTask', params: theEvent } },
            'task.begin': { target: 'running', actions: { type: 'noteTask', params: theEvent } },
            'task.again': { guard: 'hasUnanswered', target: 'running', actions: 'noteAgain' },
            'task.undo': { target: 'running', actions: { type: 'noteUndo', params: theEvent } },
            'task.recalled': [
              {
                guard: { type: 'isUnderWay', params: theEvent },
                target: 'running',
                actions: { type: 'takeTask', params: theEvent },
              },
              { actions: [{ type: 'takeTask', params: theEvent }, 'keepWrong', 'forgetDialog'] },
            ],
            'results.dismiss': { actions: ['forgetWrong', 'forgetTask'] },
          },
        },
        /** The form of a new receiver. */
        describing: {
          on: { 'receiver.create': 'creating', 'dialog.close': 'closed' },
          initial: 'fresh',
          states: {
            fresh: { tags: 'ready' },
            refused: { tags: 'failed' },
            /**
             * It is unknown whether the receiver was created; only the same request can be repeated
             * (FLEET-9).
             */
            unanswered: { tags: 'failed' },
          },
        },
        creating: {
          tags: 'busy',
          invoke: {
            id: 'createReceiver',
            src: 'createReceiver',
            input: ({ context: { mitasId, unanswered }, event }) => ({
              mitasId,
              wanted: enteredBy(event, 'receiver.create').wanted,
              unanswered,
            }),
            onDone: [
              {
                guard: { type: 'isCreationUnanswered', params: theEvent },
                target: 'describing.unanswered',
                actions: { type: 'noteUnanswered', params: theEvent },
              },
              { target: 'closed', actions: { type: 'notifyCreated', params: theEvent } },
            ],
            onError: { target: 'describing.refused', actions: { type: 'noteNotCreated', params: theEvent } },
          },
        },
        locating: {
          tags: 'ready',
          on: { 'receiver.place': 'placing', 'dialog.close': 'closed' },
        },
        /** The dialog closes whatever the answer. */
        placing: {
          tags: 'busy',
          invoke: {
            id: 'placeReceiver',
            src: 'placeReceiver',
            input: ({ context: { mitasId, located }, event }) => {
              const { place, reason } = enteredBy(event, 'receiver.place');
              return { mitasId, located, place, reason };
            },
            onDone: { target: 'closed', actions: { type: 'notifyPlaced', params: theEvent } },
            onError: { target: 'closed', actions: { type: 'notifyNotPlaced', params: theEvent } },
          },
        },
        /** Deletes a site: its receivers are moved first, then the session's operations delete it. */
        removingSite: {
          tags: 'ready',
          on: {
            'task.begin': { target: 'running', actions: { type: 'noteTask', params: theEvent } },
            'dialog.close': 'closed',
          },
        },
        confirming: {
          tags: 'ready',
          on: {
            'task.confirm': { target: 'running', actions: { type: 'noteTarget', params: theEvent } },
            'dialog.close': 'closed',
          },
        },
        running: {
          tags: 'busy',
          entry: 'forgetWrong',
          invoke: {
            id: 'runTask',
            src: 'runTask',
            input: ({ context: { mitasId, task } }) => ({ mitasId, task: task ?? notices.noTask }),
            onError: { target: 'closed', actions: ['keepWrong', 'notifyTaskBroken'] },
          },
          on: {
            'task.settled': { actions: { type: 'noteResult', params: theEvent } },
            'task.ended': [
              { guard: 'removesSite', target: 'removingSite', actions: ['keepWrong', 'notifyTask'] },
              { target: 'closed', actions: ['keepWrong', 'notifyTask'] },
            ],
          },
          initial: 'going',
          states: {
            going: { on: { 'task.stop': { target: 'stopping', actions: 'stopTask' } } },
            /** Waits for the steps in progress, because otherwise their outcome would be unknown. */
            stopping: {},
          },
        },
      },
    },
  },
});

export type ReceiversRef = ActorRefFrom<typeof receiversMachine>;
