import { type ActorRefFrom, type AnyActorRef, assign, sendTo, setup } from 'xstate';
import {
  type ContactFilters,
  defaultGroupKind,
  defaultTimeLimit,
  type GroupKind,
  noFilters,
  realtimeDelayMs,
  type TimeLimit,
  windowMs,
} from '../../model/live/live-settings.ts';
import { contactWindowId } from '../contact-window/contact-window-machine.ts';
import { notProvidedCallback } from '../support/not-provided.ts';
import type { LiveStreamEvent } from './live-stream-events.ts';

/** `now` tells the time the chart runs on, ms since the epoch: the host's as far as it is known. */
export type LiveStreamInput = { now: () => number };

/** Live stream settings (LIVE-1, LIVE-2). `pausedAt` is the right end of a stopped view, ms since the epoch; null while it runs. */
export type LiveStreamContext = LiveStreamInput & {
  groupBy: GroupKind;
  timeLimit: TimeLimit;
  contactFilters: ContactFilters;
  pausedAt: number | null;
};

/**
 * The live stream (LIVE-7, SOCK-23): `line` tells whether contacts can come, `playback` whether the view runs or stands, `display` whether
 * it is a chart or a table, `filters`
 * whether the dialog is open. Pausing stops the view alone: contacts go on arriving in the window, so nothing is lost.
 */
export const liveStreamMachine = setup({
  types: {
    input: {} as LiveStreamInput,
    context: {} as LiveStreamContext,
    events: {} as LiveStreamEvent,
    tags: {} as 'busy' | 'ready' | 'silent' | 'failed' | 'paused',
  },
  actors: {
    /** Tells `line.opened`, `line.silent`, `line.lost` and `line.failed` as the socket of this session changes; takes `line.retry`. */
    lineNews: notProvidedCallback<{ type: 'line.retry' }>(),
  },
  actions: {
    stopView: assign(({ context }) => ({ pausedAt: context.now() - realtimeDelayMs })),
    runView: assign({ pausedAt: null }),
    /** Paused contacts stay in the window whatever their age, so that a long look loses none of them. */
    holdContacts: sendTo(contactWindowIn, ({ context }) => heldRange(context)),
    releaseContacts: sendTo(contactWindowIn, { type: 'window.release' }),
    askForRetry: sendTo('lineNews', { type: 'line.retry' }),
    chooseGrouping: assign((_, { groupBy }: { groupBy: GroupKind }) => ({ groupBy })),
    chooseTimeLimit: assign((_, { timeLimit }: { timeLimit: TimeLimit }) => ({ timeLimit })),
    applyFilters: assign((_, { filters }: { filters: ContactFilters }) => ({ contactFilters: filters })),
  },
}).createMachine({
  id: 'liveStream',
  type: 'parallel',
  context: ({ input }) => ({
    ...input,
    groupBy: defaultGroupKind,
    timeLimit: defaultTimeLimit,
    contactFilters: noFilters,
    pausedAt: null,
  }),
  states: {
    line: {
      initial: 'watched',
      states: {
        watched: {
          invoke: { id: 'lineNews', src: 'lineNews', onError: 'unwatched' },
          initial: 'connecting',
          states: {
            connecting: {
              tags: 'busy',
              on: { 'line.opened': 'streaming', 'line.silent': 'silent', 'line.failed': 'failed' },
            },
            streaming: {
              tags: 'ready',
              on: { 'line.silent': 'silent', 'line.lost': 'reconnecting', 'line.failed': 'failed' },
            },
            /** The line is open and no word comes: nothing that is shown is of now. */
            silent: {
              tags: 'silent',
              on: { 'line.opened': 'streaming', 'line.lost': 'reconnecting', 'line.failed': 'failed' },
            },
            reconnecting: {
              tags: 'busy',
              on: { 'line.opened': 'streaming', 'line.silent': 'silent', 'line.failed': 'failed' },
            },
            failed: {
              tags: 'failed',
              on: {
                'line.opened': 'streaming',
                'line.silent': 'silent',
                'line.lost': 'reconnecting',
                'stream.retry': { actions: 'askForRetry' },
              },
            },
          },
        },
        unwatched: {
          tags: 'failed',
          on: { 'stream.retry': 'watched' },
        },
      },
    },
    playback: {
      initial: 'running',
      states: {
        running: {
          on: { 'stream.pause': { target: 'paused', actions: ['stopView', 'holdContacts'] } },
        },
        paused: {
          tags: 'paused',
          on: {
            'stream.resume': { target: 'running', actions: ['runView', 'releaseContacts'] },
          },
        },
      },
    },
    /** LIVE-13: a switch shows the same data as a table. */
    display: {
      initial: 'chart',
      states: {
        chart: { on: { 'table.open': 'table' } },
        table: { on: { 'table.close': 'chart' } },
      },
    },
    filters: {
      initial: 'closed',
      states: {
        closed: { on: { 'filters.open': 'open' } },
        open: {
          on: {
            'filters.close': 'closed',
            'filters.apply': { target: 'closed', actions: { type: 'applyFilters', params: ({ event }) => event } },
          },
        },
      },
    },
  },
  on: {
    'grouping.choose': { actions: { type: 'chooseGrouping', params: ({ event }) => event } },
    'timeLimit.choose': { actions: { type: 'chooseTimeLimit', params: ({ event }) => event } },
  },
});

export type LiveStreamRef = ActorRefFrom<typeof liveStreamMachine>;

function contactWindowIn({ system }: { system: AnyActorRef['system'] }): AnyActorRef {
  return system.get(contactWindowId) as AnyActorRef;
}

/** All that a stopped view can show, whichever time is chosen while it stands. */
function heldRange({ pausedAt }: LiveStreamContext): { type: 'window.hold'; from: number; to: number } {
  const to = pausedAt ?? 0;
  return { type: 'window.hold', from: to - windowMs, to };
}
