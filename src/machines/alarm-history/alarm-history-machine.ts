import { type ActorRefFrom, assign, setup, type SnapshotFrom } from 'xstate';
import type { AlarmFileOrder } from '../../model/alarms/alarm-file.ts';
import { alarmAddress, type AlarmFilters } from '../../model/alarms/alarm-filters.ts';
import {
  type AlarmHistory,
  type AlarmPage,
  hasOlderAlarms,
  olderLimit,
  renewedLimit,
  withOlderAlarms,
} from '../../model/alarms/alarm-history.ts';
import { alarmPage } from '../../model/contract/alarm-history-calls.ts';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import { reloadRetryMs } from '../../model/session/resources.ts';
import type { ScreenInput } from '../screen/screen-events.ts';
import { type NoInput, notProvided, notProvidedCallback } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import type { AlarmHistoryEvent, AlarmsChanged } from './alarm-history-events.ts';

export type AlarmHistoryContext = {
  mitasId: string;
  filters: AlarmFilters;
  /** Null until the first page is there. */
  history: AlarmHistory | null;
  /** Why what was asked for last did not come. */
  failure: Failure | null;
  /** Why the older ones did not come, until they are asked for again. */
  olderFailure: Failure | null;
  /** Others were heard of since the newest were asked for. */
  isOutdated: boolean;
};

export type AlarmPageInput = { mitasId: string; filters: AlarmFilters; before: number | null; limit: number };

/**
 * All alarms of a system (ALP-2): the newest page under the filters of the address, older ones when they are
 * wanted. When the session hears of others, all that is shown is asked for again in its place, as an alarm of
 * before may have ended by a new one.
 */
export const alarmHistoryMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: AlarmHistoryContext;
    events: AlarmHistoryEvent;
    tags: 'busy' | 'ready' | 'failed' | 'stale' | 'older';
  },
  actors: {
    loadPage: notProvided<AlarmPage, AlarmPageInput>(),
    /** Sends `alarms.changed`. */
    alarmUpdates: notProvidedCallback<{ type: 'nothing' }, NoInput, AlarmsChanged>(),
  },
  actions: {
    readFilters: assign((_, { search }: { search: string }) => ({ filters: alarmAddress.read(search).state })),
    forgetHistory: assign({ history: null, failure: null, olderFailure: null }),
    takeNewest: assign((_, { output }: { output: AlarmPage }) => ({ history: output, failure: null })),
    takeOlder: assign(({ context: { history } }, { output }: { output: AlarmPage }) => ({
      history: history && withOlderAlarms(history, output),
    })),
    /** The pages of the file are asked for while it is written: put in by the composition root. */
    saveFile: (_args, _params: { order: AlarmFileOrder }) => {},
    noteOutdated: assign({ isOutdated: true }),
    noteAsked: assign({ isOutdated: false }),
    forgetOlderFailure: assign({ olderFailure: null }),
    setOlderFailure: assign((_, { error }: { error: unknown }) => ({ olderFailure: toFailure(error) })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
  },
  guards: {
    asksOtherwise: ({ context }, { search }: { search: string }) =>
      alarmAddress.write(alarmAddress.read(search).state) !== alarmAddress.write(context.filters),
    isOutdated: ({ context }) => context.isOutdated,
    hasOlder: ({ context: { history } }) => history !== null && hasOlderAlarms(history),
  },
  delays: { renewRetry: reloadRetryMs },
}).createMachine({
  id: 'alarmHistory',
  context: ({ input: { mitasId, search } }) => ({
    mitasId,
    filters: alarmAddress.read(search).state,
    history: null,
    failure: null,
    olderFailure: null,
    isOutdated: false,
  }),
  initial: 'watched',
  on: {
    'history.save': {
      actions: {
        type: 'saveFile',
        params: ({ context: { mitasId, filters }, event }) => ({ order: { ...event.file, mitasId, filters } }),
      },
    },
  },
  states: {
    watched: {
      invoke: {
        id: 'alarmUpdates',
        src: 'alarmUpdates',
        onError: { target: 'unwatched', actions: { type: 'setFailure', params: theEvent } },
      },
      on: {
        'place.changed': {
          guard: { type: 'asksOtherwise', params: theEvent },
          target: '.loading',
          actions: { type: 'readFilters', params: theEvent },
        },
      },
      initial: 'loading',
      states: {
        loading: {
          tags: 'busy',
          entry: ['forgetHistory', 'noteAsked'],
          invoke: {
            id: 'loadFirst',
            src: 'loadPage',
            input: ({ context: { mitasId, filters } }) => ({ mitasId, filters, before: null, limit: alarmPage }),
            onDone: { target: 'shown', actions: { type: 'takeNewest', params: theEvent } },
            onError: { target: 'failed', actions: { type: 'setFailure', params: theEvent } },
          },
          // What is on its way may have been read before; asked for again at once, a burst would never end.
          on: { 'alarms.changed': { actions: 'noteOutdated' } },
        },
        failed: {
          tags: 'failed',
          on: { 'history.retry': 'loading', 'alarms.changed': 'loading' },
        },
        shown: {
          tags: 'ready',
          initial: 'whole',
          on: { 'alarms.changed': '.renewing' },
          states: {
            whole: {
              always: { guard: 'isOutdated', target: 'renewing' },
              on: { 'history.more': { guard: 'hasOlder', target: 'older' } },
            },
            renewing: {
              tags: 'stale',
              entry: 'noteAsked',
              invoke: {
                id: 'loadNewest',
                src: 'loadPage',
                input: ({ context: { mitasId, filters, history } }) => ({
                  mitasId,
                  filters,
                  before: null,
                  limit: history === null ? alarmPage : renewedLimit(history),
                }),
                onDone: { target: 'whole', actions: { type: 'takeNewest', params: theEvent } },
                onError: { target: 'missing', actions: { type: 'setFailure', params: theEvent } },
              },
              on: {
                'alarms.changed': { actions: 'noteOutdated' },
                'history.more': { guard: 'hasOlder', target: 'older', actions: 'noteOutdated' },
              },
            },
            missing: {
              tags: ['stale', 'failed'],
              after: { renewRetry: 'renewing' },
              on: {
                'history.retry': 'renewing',
                'history.more': { guard: 'hasOlder', target: 'older', actions: 'noteOutdated' },
              },
            },
            older: {
              tags: ['busy', 'older'],
              entry: 'forgetOlderFailure',
              on: { 'alarms.changed': { actions: 'noteOutdated' } },
              invoke: {
                id: 'loadOlder',
                src: 'loadPage',
                input: ({ context: { mitasId, filters, history } }) => ({
                  mitasId,
                  filters,
                  before: history?.alarms.at(-1)?.id ?? null,
                  limit: history === null ? alarmPage : olderLimit(history),
                }),
                onDone: { target: 'whole', actions: { type: 'takeOlder', params: theEvent } },
                // It stays said while the newest are renewed, whichever of both comes first.
                onError: { target: 'whole', actions: { type: 'setOlderFailure', params: theEvent } },
              },
            },
          },
        },
      },
    },
    /** Nothing is heard of alarms any more: what is shown is not of now. */
    unwatched: {
      tags: ['failed', 'stale'],
      on: {
        'history.retry': 'watched',
        'place.changed': { target: 'watched', actions: { type: 'readFilters', params: theEvent } },
      },
    },
  },
});

export type AlarmHistoryRef = ActorRefFrom<typeof alarmHistoryMachine>;

/** True where what is shown is not of now, and could not be renewed. */
export function selectMissing(snapshot: SnapshotFrom<typeof alarmHistoryMachine>): boolean {
  return snapshot.hasTag('stale') && snapshot.hasTag('failed');
}
