import { type ActorRefFrom, assign, type EventObject, not, setup, type SnapshotFrom } from 'xstate';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import { gapWaitMs } from '../../model/journal/sequence.ts';
import { reloadRetryMs } from '../../model/session/resources.ts';
import type { ScreenInput, SearchChanged } from '../screen/screen-events.ts';
import { type NoInput, notProvided, notProvidedAction, notProvidedCallback } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';

/** The updates that a list gets without a request. */
export type ListUpdate =
  /** A message to apply to the list. */
  | { type: 'message.received'; message: unknown }
  /** The person's role has changed, so they may see more or less than before. */
  | { type: 'role.changed' }
  /** The list may be outdated. */
  | { type: 'list.outdated' };

export type PagedListEvent =
  /** The search part of the address changed; it holds the filters and the page. */
  | SearchChanged
  /** Loads older entries. */
  | { type: 'list.more' }
  | { type: 'list.retry' }
  /** Saves a file of everything that the filters select. */
  | { type: 'list.save'; wish: unknown }
  | ListUpdate;

export type PagedListInput = ScreenInput & {
  /** If true, the old list stays until the one for a new address is loaded. */
  keepsShown?: boolean;
  /** The interval of reloading a list that is changing, in ms. */
  pollMs?: number;
};

export type PagedListContext = Required<PagedListInput> & {
  /** Null until the first page is loaded. */
  list: unknown;
  /** Why the last page could not be loaded. */
  failure: Failure | null;
  /** Why older entries could not be loaded; null once they are requested again. */
  olderFailure: Failure | null;
  /** True if the list became outdated after the last request. */
  isOutdated: boolean;
};

/** The first page, the newest entries again, or older ones. */
export type ListPart = 'first' | 'newest' | 'older';

/** The input of loading a part; `list` is the shown one. */
export type PartAsked = Pick<PagedListContext, 'mitasId' | 'search' | 'list'> & { part: ListPart };

/**
 * A list that the host answers page by page (ALP-2, CHG-21, DET-21): the first page for the address, older
 * entries on request, and the newest again when the list is outdated or has a gap.
 */
export const pagedListMachine = setup({
  types: {} as {
    input: PagedListInput;
    context: PagedListContext;
    events: PagedListEvent;
    tags: 'busy' | 'ready' | 'failed' | 'stale' | 'older';
  },
  actors: {
    load: notProvided<unknown, PartAsked>(),
    updates: notProvidedCallback<EventObject, NoInput, ListUpdate>(),
  },
  actions: {
    readPlace: assign((_, { search }: { search: string }) => ({ search })),
    begin: assign(({ context: { keepsShown, list } }) => ({
      list: keepsShown ? list : null,
      failure: null,
      olderFailure: null,
      isOutdated: false,
    })),
    takeFirst: notProvidedAction<{ output: unknown }>(),
    takeNewest: notProvidedAction<{ output: unknown }>(),
    takeOlder: notProvidedAction<{ output: unknown }>(),
    takeMessage: notProvidedAction<{ message: unknown }>(),
    saveFile: notProvidedAction<{ wish: unknown }>(),
    /** Sends the list to a parent that needs it. */
    reportList: notProvidedAction<undefined>(),
    forgetList: assign({ list: null }),
    noteOutdated: assign({ isOutdated: true }),
    noteAsked: assign({ isOutdated: false }),
    forgetFailure: assign({ failure: null }),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    forgetOlderFailure: assign({ olderFailure: null }),
    setOlderFailure: assign((_, { error }: { error: unknown }) => ({ olderFailure: toFailure(error) })),
  },
  guards: {
    /** A kind of list provides the guards it needs among this one and the next three. */
    asksOtherwise: ({ context }, { search }: { search: string }) => context.search !== search,
    hasOlder: () => false,
    isBehind: () => false,
    isChanging: () => false,
    isOutdated: ({ context }) => context.isOutdated,
    isWhole: not('isBehind'),
  },
  delays: { gap: gapWaitMs, poll: ({ context }) => context.pollMs, renewRetry: reloadRetryMs },
}).createMachine({
  id: 'pagedList',
  context: ({ input: { mitasId, search, keepsShown = false, pollMs = reloadRetryMs } }) => ({
    mitasId,
    search,
    keepsShown,
    pollMs,
    list: null,
    failure: null,
    olderFailure: null,
    isOutdated: false,
  }),
  initial: 'watched',
  on: { 'list.save': { actions: { type: 'saveFile', params: theEvent } } },
  states: {
    watched: {
      invoke: {
        id: 'updates',
        src: 'updates',
        onError: { target: 'unwatched', actions: { type: 'setFailure', params: theEvent } },
      },
      on: {
        'place.changed': {
          guard: { type: 'asksOtherwise', params: theEvent },
          target: '.loading',
          actions: { type: 'readPlace', params: theEvent },
        },
        'role.changed': '.loading',
        'message.received': { actions: { type: 'takeMessage', params: theEvent } },
      },
      initial: 'loading',
      states: {
        loading: {
          tags: 'busy',
          entry: 'begin',
          invoke: {
            id: 'loadFirst',
            src: 'load',
            input: ({ context }) => ({ ...context, part: 'first' }),
            onDone: { target: 'shown', actions: { type: 'takeFirst', params: theEvent } },
            onError: { target: 'failed', actions: ['forgetList', { type: 'setFailure', params: theEvent }] },
          },
          // Only notes the update, although the answer in progress may be older: a new request for each
          // update would never end during a burst.
          on: { 'list.outdated': { actions: 'noteOutdated' } },
        },
        failed: { tags: 'failed', on: { 'list.retry': 'loading', 'list.outdated': 'loading' } },
        shown: {
          tags: 'ready',
          initial: 'whole',
          on: { 'list.outdated': '.renewing' },
          states: {
            whole: {
              entry: 'reportList',
              always: [
                { guard: 'isOutdated', target: 'renewing' },
                { guard: 'isBehind', target: 'behind' },
              ],
              after: { poll: { guard: 'isChanging', target: 'renewing' } },
              on: { 'list.more': { guard: 'hasOlder', target: 'older' } },
            },
            /** Waits, because the missing messages may still arrive. */
            behind: { always: { guard: 'isWhole', target: 'whole' }, after: { gap: 'renewing' } },
            renewing: {
              tags: 'stale',
              entry: 'noteAsked',
              invoke: {
                id: 'loadNewest',
                src: 'load',
                input: ({ context }) => ({ ...context, part: 'newest' }),
                onDone: {
                  target: 'whole',
                  actions: ['forgetFailure', { type: 'takeNewest', params: theEvent }],
                },
                onError: { target: 'missing', actions: { type: 'setFailure', params: theEvent } },
              },
              on: {
                'list.outdated': { actions: 'noteOutdated' },
                'list.more': { guard: 'hasOlder', target: 'older', actions: 'noteOutdated' },
              },
            },
            missing: {
              tags: ['stale', 'failed'],
              after: { renewRetry: 'renewing' },
              on: {
                'list.retry': 'renewing',
                'list.more': { guard: 'hasOlder', target: 'older', actions: 'noteOutdated' },
              },
            },
            older: {
              tags: ['busy', 'older'],
              entry: 'forgetOlderFailure',
              invoke: {
                id: 'loadOlder',
                src: 'load',
                input: ({ context }) => ({ ...context, part: 'older' }),
                onDone: { target: 'whole', actions: { type: 'takeOlder', params: theEvent } },
                // Kept apart from `failure`, because loading the newest entries, which may follow at once,
                // must not clear it.
                onError: { target: 'whole', actions: { type: 'setOlderFailure', params: theEvent } },
              },
              on: { 'list.outdated': { actions: 'noteOutdated' } },
            },
          },
        },
      },
    },
    /** The actor that reports updates failed: the list stays, and may be outdated. */
    unwatched: {
      tags: ['failed', 'stale'],
      on: {
        'list.retry': 'watched',
        'place.changed': {
          guard: { type: 'asksOtherwise', params: theEvent },
          target: 'watched',
          actions: { type: 'readPlace', params: theEvent },
        },
      },
    },
  },
});

export type PagedListMachine = typeof pagedListMachine;
export type PagedListSnapshot = SnapshotFrom<PagedListMachine>;

/** A reference to a list of type `List`. The parameter is only for the compiler; XState does not know it. */
export type PagedListRef<List> = ActorRefFrom<PagedListMachine> & { readonly lists?: List };
