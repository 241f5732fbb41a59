import { type ActorRefFrom, assign, setup, type SnapshotFrom } from 'xstate';
import type { ActivityFileOrder } from '../../model/activity/activity-file.ts';
import { activityAddress, type ActivityFilters } from '../../model/activity/activity-filters.ts';
import {
  type ActivityList,
  type ActivityPage,
  firstPage,
  hasOlder,
  isBehind,
  withHeard,
  withNewest,
  withOlder,
  withReceived,
} from '../../model/activity/activity-list.ts';
import type { AsOf } from '../../model/changes/change.ts';
import { gapWaitMs } from '../../model/journal/sequence.ts';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import { reloadRetryMs } from '../../model/session/resources.ts';
import type { ScreenInput } from '../screen/screen-events.ts';
import { type NoInput, notProvided, notProvidedCallback } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import type { ActivityEvent, ChangeMessage, ChangeReceived, ChangeUpdate } from './activity-events.ts';

export type ActivityContext = {
  mitasId: string;
  filters: ActivityFilters;
  /** Null until the first page is there. */
  list: ActivityList | null;
  /** Why what was asked for last did not come. */
  failure: Failure | null;
  /** Why the older ones did not come, until they are asked for again. */
  olderFailure: Failure | null;
};

/**
 * Who changed what in this system (CHG-21): the newest page under the filters of the address, older ones when
 * they are wanted, and on top, unasked, the changes that the line reports. Where that leaves something out,
 * the newest page is loaded again in its place.
 */
export const activityMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: ActivityContext;
    events: ActivityEvent;
    tags: 'busy' | 'ready' | 'failed' | 'stale';
  },
  actors: {
    loadPage: notProvided<ActivityPage, { mitasId: string; filters: ActivityFilters; before: number | null }>(),
    /**
     * Passes on the messages that report changes, as `message.received`, and sends `role.changed` when the
     * person has another role.
     */
    changeUpdates: notProvidedCallback<ChangeReceived, NoInput, ChangeUpdate>(),
  },
  actions: {
    readFilters: assign((_, { search }: { search: string }) => ({ filters: activityAddress.read(search).state })),
    forgetList: assign({ list: null, failure: null, olderFailure: null }),
    takeFirst: assign((_, { output }: { output: ActivityPage }) => ({ list: firstPage(output), failure: null })),
    takeOlder: assign(({ context }, { output }: { output: ActivityPage }) => ({
      list: context.list && withOlder(context.list, output),
    })),
    takeNewest: assign(({ context }, { output }: { output: ActivityPage }) => ({
      list: context.list && withNewest(context.list, output),
      failure: null,
    })),
    takeMessage: assign(({ context }, { message }: { message: ChangeMessage }) => ({
      list: context.list && heardBy(context.list, message, context.filters),
    })),
    /** The pages of the file are asked for while it is written: put in by the composition root. */
    saveFile: (_args, _params: { order: ActivityFileOrder }) => {},
    forgetOlderFailure: assign({ olderFailure: null }),
    setOlderFailure: assign((_, { error }: { error: unknown }) => ({ olderFailure: toFailure(error) })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
  },
  guards: {
    asksOtherwise: ({ context }, { search }: { search: string }) =>
      activityAddress.write(activityAddress.read(search).state) !== activityAddress.write(context.filters),
    hasOlder: ({ context }) => context.list !== null && hasOlder(context.list),
    isBehind: ({ context }) => context.list !== null && isBehind(context.list),
    isWhole: ({ context }) => context.list !== null && !isBehind(context.list),
  },
  delays: { gap: gapWaitMs, renewRetry: reloadRetryMs },
}).createMachine({
  id: 'activity',
  context: ({ input: { mitasId, search } }) => ({
    mitasId,
    filters: activityAddress.read(search).state,
    list: null,
    failure: null,
    olderFailure: null,
  }),
  initial: 'watched',
  on: {
    'activity.save': {
      actions: {
        type: 'saveFile',
        params: ({ context: { mitasId, filters }, event }) => ({ order: { ...event.file, mitasId, filters } }),
      },
    },
  },
  states: {
    watched: {
      invoke: {
        id: 'changeUpdates',
        src: 'changeUpdates',
        onError: { target: 'unwatched', actions: { type: 'setFailure', params: theEvent } },
      },
      on: {
        'place.changed': [
          {
            guard: { type: 'asksOtherwise', params: theEvent },
            target: '.loading',
            actions: { type: 'readFilters', params: theEvent },
          },
          { actions: { type: 'readFilters', params: theEvent } },
        ],
        'role.changed': '.loading',
        'message.received': { actions: { type: 'takeMessage', params: theEvent } },
      },
      initial: 'loading',
      states: {
        loading: {
          tags: 'busy',
          entry: 'forgetList',
          invoke: {
            id: 'loadFirst',
            src: 'loadPage',
            input: ({ context: { mitasId, filters } }) => ({ mitasId, filters, before: null }),
            onDone: { target: 'shown', actions: { type: 'takeFirst', params: theEvent } },
            onError: { target: 'failed', actions: { type: 'setFailure', params: theEvent } },
          },
        },
        failed: {
          tags: 'failed',
          on: { 'activity.retry': 'loading' },
        },
        shown: {
          tags: 'ready',
          initial: 'whole',
          states: {
            whole: {
              always: { guard: 'isBehind', target: 'behind' },
              on: { 'activity.more': { guard: 'hasOlder', target: 'older' } },
            },
            /** What was missed may be on its way. */
            behind: {
              always: { guard: 'isWhole', target: 'whole' },
              after: { gap: 'renewing' },
            },
            renewing: {
              tags: 'stale',
              invoke: {
                id: 'loadNewest',
                src: 'loadPage',
                input: ({ context: { mitasId, filters } }) => ({ mitasId, filters, before: null }),
                onDone: { target: 'whole', actions: { type: 'takeNewest', params: theEvent } },
                onError: { target: 'missing', actions: { type: 'setFailure', params: theEvent } },
              },
            },
            missing: {
              tags: 'stale',
              after: { renewRetry: 'renewing' },
              on: { 'activity.retry': 'renewing' },
            },
            older: {
              tags: 'busy',
              entry: 'forgetOlderFailure',
              invoke: {
                id: 'loadOlder',
                src: 'loadPage',
                input: ({ context: { mitasId, filters, list } }) => ({
                  mitasId,
                  filters,
                  before: list?.changes.at(-1)?.revision ?? null,
                }),
                onDone: { target: 'whole', actions: { type: 'takeOlder', params: theEvent } },
                // It stays said whatever is heard of meanwhile.
                onError: { target: 'whole', actions: { type: 'setOlderFailure', params: theEvent } },
              },
            },
          },
        },
      },
    },
    /** Nothing is reported of changes any more: the list stands, and is not of now. */
    unwatched: {
      tags: ['failed', 'stale'],
      on: {
        'activity.retry': 'watched',
        'place.changed': [
          {
            guard: { type: 'asksOtherwise', params: theEvent },
            target: 'watched',
            actions: { type: 'readFilters', params: theEvent },
          },
          { actions: { type: 'readFilters', params: theEvent } },
        ],
      },
    },
  },
});

export type ActivityMachine = typeof activityMachine;
export type ActivityRef = ActorRefFrom<ActivityMachine>;

/** True while a list is shown that newer changes are missing from, until somebody asks again. */
export function selectIsBehind(snapshot: SnapshotFrom<ActivityMachine>): boolean {
  if (snapshot.matches('unwatched')) return snapshot.context.list !== null;
  return snapshot.matches({ watched: { shown: 'missing' } });
}

function heardBy(list: ActivityList, message: ChangeMessage, filters: ActivityFilters): ActivityList {
  switch (message.type) {
    case 'changed': {
      const { epoch, ...change } = message.payload;
      return withHeard(list, epoch, change, filters);
    }
    case 'heartbeat':
      return receivedUpTo(list, message.payload.changes);
    case 'invalidate':
      return receivedUpTo(list, message.asOf);
  }
}

function receivedUpTo(list: ActivityList, asOf: AsOf | undefined): ActivityList {
  return asOf === undefined ? list : withReceived(list, asOf);
}
