import { type ActorRefFrom, type ErrorActorEvent, and, assign, enqueueActions, sendTo, setup, stateIn } from 'xstate';
import { markSeen } from '../../model/journal/edits.ts';
import { seenDelayMs } from '../../model/entities/alarm.ts';
import { relativeRefreshMs } from '../../model/time/relative-time.ts';
import { operationsIn } from '../operations/operations-id.ts';
import type { BrowserAlarmsId } from '../browser-alarms/browser-alarms-events.ts';
import type { BrowserAlarmsMachine } from '../browser-alarms/browser-alarms-machine.ts';
import { notProvided, notProvidedCallback } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import type { NotificationsEvent } from './notifications-events.ts';

/**
 * The system whose alarms these are; `now` returns ms since the epoch, by the host's clock as far as it is
 * known.
 */
export type NotificationsInput = { mitasId: string; now: () => number };

export type NotificationsContext = NotificationsInput & {
  /** The time that relative times are counted from, ms since the epoch. */
  relativeTo: number;
  /** The newest alarm that is unseen; null when all are seen. */
  unseenUpTo: number | null;
  /** The last one that is seen; null where none is kept. */
  lastSeen: number | null;
  /** What was seen since the menu was opened, here or in another page; 0 for nothing yet. */
  markedUpTo: number;
};

const browserAlarmsId: BrowserAlarmsId = 'browserAlarms';

/**
 * The notifications (ALM-9): `menu` knows whether they are open, `unseen` whether the journal is watched,
 * `seeing` whether alarms are being marked as seen. What the open menu shows is marked 2 s later, closed
 * again or not, and so is an alarm that comes while it is open. The mark is a proposal: a refusal brings the
 * unseen ones back, and so does who takes it back (ALM-25), to be marked when the menu is next opened. What
 * shows alarms outside of the page (ALM-23) is fetched besides.
 */
export const notificationsMachine = setup({
  types: {} as {
    input: NotificationsInput;
    context: NotificationsContext;
    events: NotificationsEvent | ErrorActorEvent;
    tags: 'open' | 'ready' | 'failed';
  },
  actors: {
    /** Sends `unseen.changed` as the journal of this session changes. */
    unseenChanges: notProvidedCallback(),
    loadBrowserAlarms: notProvided<BrowserAlarmsMachine>(),
  },
  actions: {
    noteTime: assign(({ context }) => ({ relativeTo: context.now() })),
    noteUnseen: assign(({ context }, { upTo, lastSeen }: { upTo: number | null; lastSeen: number | null }) => ({
      unseenUpTo: upTo,
      lastSeen,
      markedUpTo: Math.max(context.markedUpTo, lastSeen ?? 0),
    })),
    markAnew: assign(({ context }) => ({ markedUpTo: context.lastSeen ?? 0 })),
    takeUnseen: assign(({ context }) => ({ markedUpTo: context.unseenUpTo ?? context.markedUpTo })),
    startAlarms: enqueueActions(({ context: input, enqueue }, { output }: { output: BrowserAlarmsMachine }) => {
      enqueue.spawnChild(output, { id: browserAlarmsId as never, input });
    }),
    markSeen: sendTo(
      ({ system }) => operationsIn(system),
      ({ context: { mitasId, lastSeen, markedUpTo } }) => ({
        type: 'operations.edit',
        edit: markSeen(mitasId, { from: lastSeen, to: markedUpTo }),
      }),
    ),
  },
  guards: {
    /** Not where what was seen since the menu was opened is unseen again: that is what was asked for. */
    hasUnseen: ({ context: { unseenUpTo, lastSeen, markedUpTo } }) =>
      unseenUpTo !== null && unseenUpTo > markedUpTo && (lastSeen === null || lastSeen >= markedUpTo),
    isTakenBack: ({ context }, { lastSeen }: { lastSeen: number | null }) => (lastSeen ?? 0) < (context.lastSeen ?? 0),
    isSeenElsewhere: ({ context: { lastSeen, markedUpTo } }) => lastSeen !== null && lastSeen >= markedUpTo,
    isUnseenInSight: and([stateIn({ menu: 'open' }), 'hasUnseen']),
  },
  delays: { seen: seenDelayMs, relativeRefresh: relativeRefreshMs },
}).createMachine({
  id: 'notifications',
  type: 'parallel',
  /** Alarms are shown in the page also where nothing shows them outside of it. */
  invoke: {
    id: 'loadBrowserAlarms',
    src: 'loadBrowserAlarms',
    onDone: { actions: { type: 'startAlarms', params: theEvent } },
    onError: {},
  },
  on: { 'xstate.error.actor.*': {} },
  context: ({ input }) => ({ ...input, relativeTo: input.now(), unseenUpTo: null, lastSeen: null, markedUpTo: 0 }),
  states: {
    menu: {
      initial: 'closed',
      states: {
        closed: { on: { 'notifications.open': 'unshown' } },
        /** The alarms, or what shows them, are still to come, or do not, or a form stands in their place. */
        unshown: {
          tags: 'open',
          entry: 'noteTime',
          on: { 'notifications.shown': 'open', 'notifications.close': 'closed' },
        },
        open: {
          tags: 'open',
          entry: 'noteTime',
          on: { 'notifications.hidden': 'unshown', 'notifications.close': 'closed' },
          after: { relativeRefresh: { target: 'open', reenter: true } },
        },
      },
    },
    unseen: {
      initial: 'watched',
      states: {
        watched: {
          invoke: { id: 'unseenChanges', src: 'unseenChanges', onError: 'unwatched' },
          on: { 'unseen.changed': { actions: { type: 'noteUnseen', params: theEvent } } },
        },
        /** The alarms are shown all the same; a badge that does not go says that they are not marked. */
        unwatched: { tags: 'failed' },
      },
    },
    seeing: {
      initial: 'resting',
      states: {
        resting: {
          tags: 'ready',
          always: { guard: 'isUnseenInSight', target: 'waiting' },
          on: { 'notifications.open': { actions: 'markAnew' } },
        },
        waiting: {
          tags: 'ready',
          entry: 'takeUnseen',
          always: { guard: 'isSeenElsewhere', target: 'resting' },
          on: { 'unseen.changed': { guard: { type: 'isTakenBack', params: theEvent }, target: 'resting' } },
          after: { seen: { target: 'resting', actions: 'markSeen' } },
        },
      },
    },
  },
});

export type NotificationsRef = ActorRefFrom<typeof notificationsMachine>;
