import { type ActorRefFrom, assign, raise, setup } from 'xstate';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import type { JobDeed, JobList } from '../../model/entities/job.ts';
import { reloadRetryMs } from '../../model/session/resources.ts';
import type { ScreenInput } from '../screen/screen-events.ts';
import type { SocketDelivery } from '../socket/socket-events.ts';
import { type NoInput, notProvided, notProvidedCallback } from '../support/not-provided.ts';
import type { JobsEvent, JobUpdate } from './jobs-events.ts';

/** How long the host is left alone after a list came, in ms: a job under way changes every second. */
const renewRestMs = 5_000;

export type JobsContext = {
  mitasId: string;
  /** Null until it is there. */
  list: JobList | null;
  /** True when something became of the jobs while they were asked for: what comes may be older than that. */
  isOutdated: boolean;
  /** Why what was asked for last did not come. */
  failure: Failure | null;
  /** What was done last, and why it could not be. */
  handled: { id: string; deed: JobDeed; failure: Failure | null } | null;
};

/**
 * The work in the background that concerns a system (JOB-14), asked for again when the line tells that it
 * changed. Region `list` knows what is shown, region `deed` what a person does with one of them, one after
 * the other.
 */
export const jobsMachine = setup({
  types: {
    input: {} as ScreenInput,
    context: {} as JobsContext,
    events: {} as JobsEvent,
    tags: {} as 'busy' | 'ready' | 'failed' | 'stale' | 'barred' | 'handling',
  },
  actors: {
    loadJobs: notProvided<JobList, { mitasId: string }>(),
    handleJob: notProvided<unknown, { mitasId: string; id: string; deed: JobDeed }>(),
    /** Sends what becomes of the person's right, and that jobs changed. */
    jobUpdates: notProvidedCallback<SocketDelivery, NoInput, JobUpdate>(),
  },
  actions: {
    takeList: assign((_, { output }: { output: JobList }) => ({ list: output, failure: null })),
    forgetList: assign({ list: null, failure: null }),
    noteOutdated: assign({ isOutdated: true }),
    beginAnew: assign({ isOutdated: false }),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    noteHandling: assign((_, { id, deed }: { id: string; deed: JobDeed }) => ({ handled: { id, deed, failure: null } })),
    forgetHandled: assign({ handled: null }),
    refuseHandling: assign(({ context: { handled } }, { error }: { error: unknown }) => ({
      handled: handled && { ...handled, failure: toFailure(error) },
    })),
    askAnew: raise({ type: 'jobs.handled' } satisfies JobsEvent),
  },
  guards: {
    may: (_, { may }: { may: boolean }) => may,
    isOutdated: ({ context }) => context.isOutdated,
    isShown: ({ context }) => context.list !== null,
  },
  delays: { renewRest: renewRestMs, renewRetry: reloadRetryMs },
}).createMachine({
  id: 'jobs',
  context: ({ input: { mitasId } }) => ({ mitasId, list: null, isOutdated: false, failure: null, handled: null }),
  type: 'parallel',
  states: {
    list: {
      initial: 'watched',
      states: {
        watched: {
          invoke: {
            id: 'jobUpdates',
            src: 'jobUpdates',
            onError: { target: 'unwatched', actions: { type: 'setFailure', params: ({ event }) => event } },
          },
          on: {
            'right.known': [{ guard: { type: 'may', params: ({ event }) => event }, target: '.loading' }, { target: '.barred' }],
          },
          initial: 'unknown',
          states: {
            unknown: { tags: 'busy' },
            barred: { tags: 'barred', entry: 'forgetList' },
            loading: {
              tags: 'busy',
              entry: ['forgetList', 'beginAnew'],
              on: { 'jobs.changed': { actions: 'noteOutdated' }, 'jobs.handled': { actions: 'noteOutdated' } },
              invoke: {
                id: 'loadFirst',
                src: 'loadJobs',
                input: ({ context: { mitasId } }) => ({ mitasId }),
                onDone: { target: 'shown', actions: { type: 'takeList', params: ({ event }) => event } },
                onError: { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event } },
              },
            },
            failed: { tags: 'failed', on: { 'jobs.retry': 'loading', 'jobs.changed': 'loading' } },
            shown: {
              tags: 'ready',
              initial: 'deciding',
              // Who did something sees what became of it; what is on its way may be older.
              on: { 'jobs.handled': '.renewing' },
              states: {
                deciding: { always: [{ guard: 'isOutdated', target: 'renewing' }, { target: 'whole' }] },
                whole: { on: { 'jobs.changed': 'renewing' } },
                renewing: {
                  entry: 'beginAnew',
                  on: { 'jobs.changed': { actions: 'noteOutdated' } },
                  invoke: {
                    id: 'loadAgain',
                    src: 'loadJobs',
                    input: ({ context: { mitasId } }) => ({ mitasId }),
                    onDone: { target: 'resting', actions: { type: 'takeList', params: ({ event }) => event } },
                    onError: { target: 'missing', actions: { type: 'setFailure', params: ({ event }) => event } },
                  },
                },
                resting: { on: { 'jobs.changed': { actions: 'noteOutdated' } }, after: { renewRest: 'deciding' } },
                missing: {
                  tags: 'stale',
                  on: { 'jobs.retry': 'renewing', 'jobs.changed': { actions: 'noteOutdated' } },
                  after: { renewRest: { guard: 'isOutdated', target: 'renewing' }, renewRetry: 'renewing' },
                },
              },
            },
          },
        },
        /** Nothing is reported of jobs any more: the list stands, and is not of now. */
        unwatched: { tags: ['failed', 'stale'], on: { 'jobs.retry': 'watched' } },
      },
    },
    deed: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'job.handle': {
              guard: 'isShown',
              target: 'handling',
              actions: { type: 'noteHandling', params: ({ event }) => event },
            },
          },
        },
        handling: {
          tags: 'handling',
          invoke: {
            id: 'handleJob',
            src: 'handleJob',
            input: ({ context: { mitasId, handled } }) => ({
              mitasId,
              id: handled?.id ?? '',
              deed: handled?.deed ?? 'cancel',
            }),
            onDone: { target: 'idle', actions: ['forgetHandled', 'askAnew'] },
            onError: { target: 'idle', actions: [{ type: 'refuseHandling', params: ({ event }) => event }, 'askAnew'] },
          },
        },
      },
    },
  },
});

export type JobsMachine = typeof jobsMachine;
export type JobsRef = ActorRefFrom<JobsMachine>;
