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
 * What the screen of receivers asks of the host beyond edits (FLEET-6): dialogs open and closed; creating,
 * and setting a place, which close when they are answered; copies, deletions and restores, several at once,
 * each reported by itself. What is edited in place goes to the session's operations.
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
    /** The dialogs in which configurations are edited. */
    dialogs: receiverDialogsMachine,
    records: recordsMachine,
    commandHistory: commandHistoryMachine,
    taskUndo,
    /** `unanswered` is asked for once more as it was, where there is one (FLEET-9). */
    createReceiver: notProvided<screen.Creation, screen.CreationInput>(),
    /** Resolves with the change that was made; null where it stood there already. */
    placeReceiver: notProvided<AsOf | null, screen.PlaceInput>(),
    /** Does its steps, several at a time, and reports each. */
    runTask: notProvidedCallback<{ type: 'task.stop' }, screen.TaskInput, screen.TaskReport>(),
  },
  actions: {
    /** Reports by `task.recalled` what an earlier visit has begun, where there is something. */
    recallTask: notProvidedAction<unknown>(),
    /** What went wrong of a task is not recalled any more. */
    forgetTask: notProvidedAction<unknown>(),
    /** Reports the time by `time.noted`: put in by the composition root. */
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
        /** The list stands, and no configuration is edited until the page is loaded again. */
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
        /** A receiver's own page, or that of the retired ones. */
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
        /** A new receiver is filled in. */
        describing: {
          on: { 'receiver.create': 'creating', 'dialog.close': 'closed' },
          initial: 'fresh',
          states: {
            fresh: { tags: 'ready' },
            refused: { tags: 'failed' },
            /** It may be created or not: only the same is asked for once more (FLEET-9). */
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
        /** Asked of the host; the dialog closes whatever the answer is. */
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
        /** Its receivers are to be moved first; then the session's operations delete it. */
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
            /** What was begun is waited for: nobody would know otherwise whether it was done. */
            stopping: {},
          },
        },
      },
    },
  },
});

export type ReceiversRef = ActorRefFrom<typeof receiversMachine>;
