import { type ActorRefFrom, type AnyActorRef, assign, sendTo, setup } from 'xstate';
import { type Notice, type NoticeAct, enqueueNotice, noticeTimeoutMs, noticeTransitionMs } from '../../model/entities/notice.ts';
import { theEvent } from '../support/the-event.ts';
import type { SnackbarEvent } from './snackbar-events.ts';

/**
 * The shown message and the queue. `notice` is kept during the closing transition, so that the view does not
 * go empty first.
 */
export type SnackbarContext = { notice: Notice | null; queue: readonly Notice[] };

/**
 * Shows messages one after another (MSG-2). A message without timeout stays until dismissed; it gives way to
 * a new one and comes back afterwards (MSG-4). A message with an offer gives way too, so that it hides
 * nothing later. A message with the focus stays.
 */
export const snackbarMachine = setup({
  types: {} as { context: SnackbarContext; events: SnackbarEvent },
  delays: {
    timeout: ({ context }) => context.notice?.timeout ?? noticeTimeoutMs,
    transition: noticeTransitionMs,
  },
  guards: {
    hasWaiting: ({ context }) => context.queue.length > 0,
    isTimed: ({ context }) => context.notice?.timeout !== null,
    yields: ({ context: { notice, queue } }) =>
      (notice?.timeout === null || notice?.act !== undefined) && queue.some(({ isBack }) => !isBack),
    offersAct: ({ context }) => context.notice?.act !== undefined,
    isShown: ({ context }, { key }: { key: string }) => context.notice?.key === key,
  },
  actions: {
    enqueue: assign(({ context }, { notice }: { notice: Notice }) => ({
      queue: enqueueNotice(context.queue, notice, context.notice),
    })),
    /** A closing message no longer counts as shown, so the same one may be queued again. */
    enqueueWhileLeaving: assign(({ context }, { notice }: { notice: Notice }) => ({
      queue: enqueueNotice(context.queue, notice, null),
    })),
    takeNext: assign(({ context: { queue } }) => {
      const notice = queue.find(({ isBack }) => !isBack) ?? queue[0] ?? null;
      return { notice, queue: queue.filter((other) => other !== notice) };
    }),
    /** An undismissed message comes back once no new one is queued. */
    keep: assign(({ context: { notice, queue } }) => ({
      queue: notice?.timeout === null ? [...queue, { ...notice, isBack: true }] : queue,
    })),
    /** If the target has ended with its system, the event is ignored. */
    sendAct: sendTo(
      ({ system, self }, { to }: NoticeAct) => (system.get(to) as AnyActorRef | undefined) ?? self,
      (_, { event }: NoticeAct) => event,
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
    'snackbar.show': { actions: { type: 'enqueue', params: theEvent } },
    'snackbar.retract': { actions: { type: 'removeWaiting', params: theEvent } },
  },
  states: {
    hidden: {
      entry: 'forget',
      always: { guard: 'hasWaiting', target: 'shown' },
    },
    shown: {
      tags: 'open',
      entry: 'takeNext',
      initial: 'free',
      on: {
        'snackbar.dismiss': 'leaving',
        'snackbar.act': {
          guard: 'offersAct',
          target: 'leaving',
          actions: { type: 'sendAct', params: ({ context }) => context.notice?.act as NoticeAct },
        },
        'snackbar.focused': '.held',
        'snackbar.retract': { guard: { type: 'isShown', params: theEvent }, target: 'leaving' },
      },
      states: {
        free: {
          always: { guard: 'yields', target: '#snackbar.leaving', actions: 'keep' },
          after: { timeout: { guard: 'isTimed', target: '#snackbar.leaving' } },
        },
        held: { on: { 'snackbar.blurred': 'free' } },
      },
    },
    leaving: {
      on: { 'snackbar.show': { actions: { type: 'enqueueWhileLeaving', params: theEvent } } },
      after: { transition: 'hidden' },
    },
  },
});

export type SnackbarRef = ActorRefFrom<typeof snackbarMachine>;
