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

/** The system of the alarms; `now` returns the host's time as far as it is known, ms since the epoch. */
export type NotificationsInput = { mitasId: string; now: () => number };

export type NotificationsContext = NotificationsInput & {
  /** The present time that relative times such as '5 minutes ago' refer to, ms since the epoch. */
  relativeTo: number;
  /** The newest unseen alarm; null if all are seen. */
  unseenUpTo: number | null;
  /** The last seen alarm; null for none. */
  lastSeen: number | null;
  /** The alarm up to which all were seen since the menu was opened, here or on another page; 0 for none. */
  markedUpTo: number;
};

const browserAlarmsId: BrowserAlarmsId = 'browserAlarms';

/**
 * The notifications (ALM-9): `menu` is whether they are open, `unseen` watches the journal, `seeing` marks
 * alarms as seen. Alarms in the open menu are marked 2 s later, even if it was closed again, and so are
 * alarms that arrive while it is open. The mark is a proposal: if it is refused or undone (ALM-25), the
 * alarms are unseen again until the menu is opened the next time. Browser notifications (ALM-23) are loaded
 * as well.
 */
export const notificationsMachine = setup({
  types: {} as {
    input: NotificationsInput;
    context: NotificationsContext;
    events: NotificationsEvent | ErrorActorEvent;
    tags: 'open' | 'ready' | 'failed';
  },
  actors: {
    /** Sends `unseen.changed` as the session's journal changes. */
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
    resetMarked: assign(({ context }) => ({ markedUpTo: context.lastSeen ?? 0 })),
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
    /**
     * True if there are unseen alarms to mark, but not if they are unseen because an undo reverted their
     * mark.
     */
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
  /** The page shows alarms even if browser notifications failed to load. */
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
        /** The alarms are not visible: they are still loading or failed to load, or a form covers them. */
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
        /** Alarms are still shown, but cannot be marked as seen; the badge stays. */
        unwatched: { tags: 'failed' },
      },
    },
    seeing: {
      initial: 'resting',
      states: {
        resting: {
          tags: 'ready',
          always: { guard: 'isUnseenInSight', target: 'waiting' },
          on: { 'notifications.open': { actions: 'resetMarked' } },
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
