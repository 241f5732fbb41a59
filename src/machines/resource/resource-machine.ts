import { type ActorRefFrom, type SnapshotFrom, assign, enqueueActions, sendParent, setup } from 'xstate';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import { type LoadedResource, isWorthRetrying, reloadRetryMs } from '../../model/session/resources.ts';
import { changeLineIn } from '../change-line/change-line-id.ts';
import { journalIn } from '../journal/journal-actor.ts';
import { notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import type { ResourceEvent, ResourceInput, ResourceReport } from './resource-events.ts';

export type ResourceContext = ResourceInput & {
  /** True once it was loaded: what was there stays when a reload fails. */
  wasShown: boolean;
  /** True when it became out of date while it was being loaded: what comes may be older than that. */
  isOutdated: boolean;
  /** Why it did not come; null when it did. */
  failure: Failure | null;
};

/**
 * One loaded thing (CODE-8): loading, shown, stale, failed with retry. It records what came, and delays no
 * other (SYS-10).
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
    /** What has a revision is recorded by the change line, in the order of the changes. */
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
    beginAnew: assign({ isOutdated: false }),
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
      entry: 'beginAnew',
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
    /** What was there stays in sight while it is loaded again. */
    stale: {
      tags: ['ready', 'stale', 'busy'],
      entry: 'beginAnew',
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
         * What the host has not, or forbids, is asked for again only when something says that this may have
         * changed.
         */
        resting: {},
      },
    },
    again: { always: [{ guard: 'wasShown', target: 'stale' }, { target: 'loading' }] },
  },
});

export type ResourceRef = ActorRefFrom<typeof resourceMachine>;
/** Undefined before the session loads anything. */
type ResourceSnapshot = SnapshotFrom<typeof resourceMachine> | undefined;

/** True when it could not be loaded; what was known of it before stays. */
export function selectFailed(snapshot: ResourceSnapshot): boolean {
  return snapshot?.hasTag('failed') ?? false;
}

/** Why it could not be loaded; null where it could, and while it is asked for once more. */
export function selectFailure(snapshot: ResourceSnapshot): Failure | null {
  return snapshot?.hasTag('failed') ? snapshot.context.failure : null;
}

/** True while it is being loaded, for the first time or again. */
export function selectLoading(snapshot: ResourceSnapshot): boolean {
  return snapshot?.hasTag('busy') ?? false;
}

/**
 * True while what is shown of it is not of now: out of date, on its way, or not to be had (`selectFailed`).
 */
export function selectOld(snapshot: ResourceSnapshot): boolean {
  return selectStale(snapshot) || !(snapshot?.hasTag('ready') ?? false);
}

/** True while it is out of date and being loaded again. */
export function selectStale(snapshot: ResourceSnapshot): boolean {
  return snapshot?.hasTag('stale') ?? false;
}
