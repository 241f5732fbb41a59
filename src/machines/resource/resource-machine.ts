import { type ActorRefFrom, type SnapshotFrom, assign, enqueueActions, sendParent, setup } from 'xstate';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import { type LoadedResource, isWorthRetrying, reloadRetryMs } from '../../model/session/resources.ts';
import { changeLineIn } from '../change-line/change-line-id.ts';
import { journalIn } from '../journal/journal-actor.ts';
import { notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import type { ResourceEvent, ResourceInput, ResourceReport } from './resource-events.ts';

export type ResourceContext = ResourceInput & {
  /** True once the resource was loaded: if a later load fails, the old data stays. */
  wasShown: boolean;
  /** True if the resource became outdated while loading, because the answer may be from before that. */
  isOutdated: boolean;
  /** Why loading failed; null if it did not. */
  failure: Failure | null;
};

/**
 * One set of data that is loaded as a whole (CODE-8): loading, shown, stale, or failed with retry. It records
 * what it loads, and delays no other resource (SYS-10).
 */
export const resourceMachine = setup({
  types: {} as {
    input: ResourceInput;
    context: ResourceContext;
    events: ResourceEvent;
    tags: 'busy' | 'ready' | 'stale' | 'failed';
  },
  actors: { load: notProvided<LoadedResource, { mitasId: string; name: string }>() },
  actions: {
    /** The change line records data with a revision, in the order of changes. */
    recordFacts: enqueueActions(({ enqueue, system }, { facts, asOf }: LoadedResource) => {
      if (asOf !== null) enqueue.sendTo(changeLineIn(system), { type: 'changes.loaded', asOf, facts });
      else
        enqueue.sendTo(journalIn(system), {
          type: 'journal.append',
          entries: facts.map((fact) => ({ type: 'happened', fact }) as const),
        });
    }),
    noteShown: assign({ wasShown: true, failure: null }),
    noteOutdated: assign({ isOutdated: true }),
    clearOutdated: assign({ isOutdated: false }),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    reportShown: sendParent(({ context }, { facts }: LoadedResource): ResourceReport => ({
      type: 'resource.shown',
      name: context.name,
      facts,
    })),
    reportFailed: sendParent(({ context }, { error }: { error: unknown }): ResourceReport => ({
      type: 'resource.failed',
      name: context.name,
      failure: toFailure(error),
    })),
  },
  guards: {
    beginsNow: ({ context }) => context.begins === 'now',
    wasShown: ({ context }) => context.wasShown,
    isOutdated: ({ context }) => context.isOutdated,
    growsOld: ({ context }) => context.refreshMs !== null,
    isWorthRetrying: ({ context }) => context.failure !== null && isWorthRetrying(context.failure),
  },
  delays: { reloadRetry: reloadRetryMs, refresh: ({ context }) => context.refreshMs ?? 0 },
}).createMachine({
  id: 'resource',
  context: ({ input }) => ({ ...input, wasShown: false, isOutdated: false, failure: null }),
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'beginsNow', target: 'loading' }, { target: 'waiting' }] },
    waiting: { on: { 'resource.load': 'loading', 'resource.invalidate': 'loading' } },
    loading: {
      tags: 'busy',
      entry: 'clearOutdated',
      on: { 'resource.invalidate': { actions: 'noteOutdated' } },
      invoke: {
        id: 'load',
        src: 'load',
        input: ({ context }) => ({ mitasId: context.mitasId, name: context.name }),
        onDone: {
          target: 'loaded',
          actions: [
            { type: 'recordFacts', params: ({ event }) => event.output },
            'noteShown',
            { type: 'reportShown', params: ({ event }) => event.output },
          ],
        },
        onError: {
          target: 'failed',
          actions: [
            { type: 'setFailure', params: theEvent },
            { type: 'reportFailed', params: theEvent },
          ],
        },
      },
    },
    loaded: { always: [{ guard: 'isOutdated', target: 'stale' }, { target: 'shown' }] },
    shown: {
      tags: 'ready',
      on: { 'resource.invalidate': 'stale' },
      initial: 'deciding',
      states: {
        deciding: { always: [{ guard: 'growsOld', target: 'ageing' }, { target: 'lasting' }] },
        ageing: { after: { refresh: '#resource.stale' } },
        lasting: {},
      },
    },
    /** The old data stays visible during a reload. */
    stale: {
      tags: ['ready', 'stale', 'busy'],
      entry: 'clearOutdated',
      on: { 'resource.invalidate': { actions: 'noteOutdated' } },
      invoke: {
        id: 'reload',
        src: 'load',
        input: ({ context }) => ({ mitasId: context.mitasId, name: context.name }),
        onDone: {
          target: 'loaded',
          actions: [
            { type: 'recordFacts', params: ({ event }) => event.output },
            'noteShown',
            { type: 'reportShown', params: ({ event }) => event.output },
          ],
        },
        onError: {
          target: 'failed',
          actions: [
            { type: 'setFailure', params: theEvent },
            { type: 'reportFailed', params: theEvent },
          ],
        },
      },
    },
    failed: {
      tags: 'failed',
      on: { 'resource.load': 'again', 'resource.invalidate': 'again', 'resource.retry': 'again' },
      initial: 'deciding',
      states: {
        deciding: { always: [{ guard: 'isWorthRetrying', target: 'waiting' }, { target: 'resting' }] },
        waiting: { after: { reloadRetry: '#resource.again' } },
        /**
         * Data that is missing or forbidden is requested again only after a sign that this may have changed.
         */
        resting: {},
      },
    },
    again: { always: [{ guard: 'wasShown', target: 'stale' }, { target: 'loading' }] },
  },
});

export type ResourceRef = ActorRefFrom<typeof resourceMachine>;
/** Undefined until the session loads resources. */
type ResourceSnapshot = SnapshotFrom<typeof resourceMachine> | undefined;

/** Returns true if loading failed; earlier data stays. */
export function selectFailed(snapshot: ResourceSnapshot): boolean {
  return snapshot?.hasTag('failed') ?? false;
}

/** Returns why loading failed; null if it did not, and during a retry. */
export function selectFailure(snapshot: ResourceSnapshot): Failure | null {
  return snapshot?.hasTag('failed') ? snapshot.context.failure : null;
}

/** Returns true while it is loading, for the first time or again. */
export function selectLoading(snapshot: ResourceSnapshot): boolean {
  return snapshot?.hasTag('busy') ?? false;
}

/** Returns true while its data is not current: outdated, loading or failed (`selectFailed`). */
export function selectOld(snapshot: ResourceSnapshot): boolean {
  return selectStale(snapshot) || !(snapshot?.hasTag('ready') ?? false);
}

/** Returns true while it is outdated and reloading. */
export function selectStale(snapshot: ResourceSnapshot): boolean {
  return snapshot?.hasTag('stale') ?? false;
}
