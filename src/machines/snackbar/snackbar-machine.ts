import { type ActorRefFrom, type AnyActorRef, assign, sendTo, setup } from 'xstate';
import { type Notice, type NoticeAct, enqueueNotice, noticeTimeoutMs, noticeTransitionMs } from '../../model/entities/notice.ts';
import { theEvent } from '../support/the-event.ts';
import type { SnackbarEvent } from './snackbar-events.ts';

/**
 * What stands, and what waits for it to go. `notice` stays during the way out, so that the view does not
 * empty too early.
 */
export type SnackbarContext = { notice: Notice | null; queue: readonly Notice[] };

/**
 * Messages one after another (MSG-2). A message without timeout stands until it is dismissed; where another
 * one comes it gives way and comes back afterwards (MSG-4). One that offers to do something gives way too:
 * nothing that happens later may be hidden by it. What has the focus stays.
 */
export const snackbarMachine = setup({
  types: {} as { context: SnackbarContext; events: SnackbarEvent },
  delays: {
    standing: ({ context }) => context.notice?.timeout ?? noticeTimeoutMs,
    transition: noticeTransitionMs,
  },
  guards: {
    hasWaiting: ({ context }) => context.queue.length > 0,
    isTimed: ({ context }) => context.notice?.timeout !== null,
    yields: ({ context: { notice, queue } }) =>
      (notice?.timeout === null || notice?.act !== undefined) && queue.some(({ isBack }) => !isBack),
    offersAct: ({ context }) => context.notice?.act !== undefined,
    isStanding: ({ context }, { key }: { key: string }) => context.notice?.key === key,
  },
  actions: {
    enqueue: assign(({ context }, { notice }: { notice: Notice }) => ({
      queue: enqueueNotice(context.queue, notice, context.notice),
    })),
    /** A message on its way out no longer counts as shown: the same one may be queued again. */
    enqueueAnew: assign(({ context }, { notice }: { notice: Notice }) => ({ queue: enqueueNotice(context.queue, notice, null) })),
    takeNext: assign(({ context: { queue } }) => {
      const notice = queue.find(({ isBack }) => !isBack) ?? queue[0] ?? null;
      return { notice, queue: queue.filter((other) => other !== notice) };
    }),
    /** What nobody has dismissed comes back once nothing new waits. */
    keep: assign(({ context: { notice, queue } }) => ({
      queue: notice?.timeout === null ? [...queue, { ...notice, isBack: true }] : queue,
    })),
    /** The system may have been left meanwhile, even for another one: then nobody hears it. */
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
        'snackbar.retract': { guard: { type: 'isStanding', params: theEvent }, target: 'leaving' },
      },
      states: {
        free: {
          always: { guard: 'yields', target: '#snackbar.leaving', actions: 'keep' },
          after: { standing: { guard: 'isTimed', target: '#snackbar.leaving' } },
        },
        held: { on: { 'snackbar.blurred': 'free' } },
      },
    },
    leaving: {
      on: { 'snackbar.show': { actions: { type: 'enqueueAnew', params: theEvent } } },
      after: { transition: 'hidden' },
    },
  },
});

export type SnackbarRef = ActorRefFrom<typeof snackbarMachine>;
