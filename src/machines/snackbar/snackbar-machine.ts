import { type ActorRefFrom, type AnyActorRef, assign, sendTo, setup } from 'xstate';
import { type Notice, enqueueNotice, noticeTransitionMs, standingTime } from '../../model/entities/notice.ts';
import { operationsId } from '../operations/operations-id.ts';
import type { SnackbarEvent } from './snackbar-events.ts';

/**
 * What stands, and what waits for it to go. `notice` stays during the way out, so that the view does not
 * empty too early.
 */
export type SnackbarContext = { notice: Notice | null; queue: readonly Notice[] };

/**
 * Messages one after another (MSG-2). A message without timeout stands until it is dismissed, or until
 * another one comes; one that offers to undo gives way as well: nothing that happens later may be hidden by
 * it. What has the focus stays.
 */
export const snackbarMachine = setup({
  types: { context: {} as SnackbarContext, events: {} as SnackbarEvent },
  delays: {
    standing: ({ context }) => (context.notice ? (standingTime(context.notice) ?? 0) : 0),
    transition: noticeTransitionMs,
  },
  guards: {
    hasWaiting: ({ context }) => context.queue.length > 0,
    isLasting: ({ context }) => context.notice !== null && standingTime(context.notice) === undefined,
    offersUndo: ({ context }) => context.notice?.undo !== undefined,
    isStanding: ({ context }, { key }: { key: string }) => context.notice?.key === key,
  },
  actions: {
    enqueue: assign(({ context }, { notice }: { notice: Notice }) => ({
      queue: enqueueNotice(context.queue, notice, context.notice),
    })),
    /** A message on its way out no longer counts as shown: the same one may be queued again. */
    enqueueAnew: assign(({ context }, { notice }: { notice: Notice }) => ({ queue: enqueueNotice(context.queue, notice, null) })),
    takeNext: assign(({ context }) => ({ notice: context.queue[0] ?? null, queue: context.queue.slice(1) })),
    /**
     * The system may have been left meanwhile, even for another one: then there is nothing to take back any
     * more, and nobody hears it.
     */
    askForUndo: sendTo(
      ({ system, self }) => (system.get(operationsId) as AnyActorRef | undefined) ?? self,
      ({ context }) => ({ type: 'operations.undo', ...context.notice?.undo }),
    ),
    forget: assign({ notice: null }),
    removeWaiting: assign(({ context }, { key }: { key: string }) => ({
      queue: context.queue.filter((notice) => notice.key !== key),
    })),
  },
}).createMachine({
  id: 'snackbar',
  context: { notice: null, queue: [] },
  initial: 'hidden',
  on: {
    'snackbar.show': { actions: { type: 'enqueue', params: ({ event }) => event } },
    'snackbar.retract': { actions: { type: 'removeWaiting', params: ({ event }) => event } },
  },
  states: {
    hidden: {
      entry: 'forget',
      always: { guard: 'hasWaiting', target: 'shown' },
    },
    shown: {
      tags: 'open',
      entry: 'takeNext',
      initial: 'choosing',
      on: {
        'snackbar.dismiss': 'leaving',
        'snackbar.undo': { guard: 'offersUndo', target: 'leaving', actions: 'askForUndo' },
        'snackbar.focused': '.held',
        'snackbar.retract': [
          { guard: { type: 'isStanding', params: ({ event }) => event }, target: 'leaving' },
          { actions: { type: 'removeWaiting', params: ({ event }) => event } },
        ],
      },
      states: {
        choosing: {
          always: [{ guard: 'isLasting', target: 'lasting' }, { guard: 'offersUndo', target: 'offering' }, { target: 'passing' }],
        },
        passing: { after: { standing: '#snackbar.leaving' } },
        offering: {
          always: { guard: 'hasWaiting', target: '#snackbar.leaving' },
          after: { standing: '#snackbar.leaving' },
        },
        lasting: { always: { guard: 'hasWaiting', target: '#snackbar.leaving' } },
        held: { on: { 'snackbar.blurred': 'choosing' } },
      },
    },
    leaving: {
      on: { 'snackbar.show': { actions: { type: 'enqueueAnew', params: ({ event }) => event } } },
      after: { transition: 'hidden' },
    },
  },
});

export type SnackbarRef = ActorRefFrom<typeof snackbarMachine>;
