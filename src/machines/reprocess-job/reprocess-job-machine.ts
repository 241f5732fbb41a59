import { type ActorRefFrom, assign, sendParent, setup, type SnapshotFrom } from 'xstate';
import { type Failure, failureText, toFailure } from '../../model/contract/failure.ts';
import { type FollowedJob, jobPollMs } from '../../model/detection/reprocess-jobs.ts';
import type { ReprocessJob } from '../../model/entities/detection-config.ts';
import type { ReprocessingEvent } from '../reprocessing/reprocessing-events.ts';
import { notify } from '../snackbar/notify.ts';
import { notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';

export type ReprocessJobInput = {
  mitasId: string;
  jobId: string;
  /** The job in the list; null if it was just started. */
  job: ReprocessJob | null;
  /** True if a person has already cancelled it. */
  isCancelled: boolean;
};

export type ReprocessJobContext = ReprocessJobInput & {
  /** Why the last poll failed. */
  failure: Failure | null;
};

export type ReprocessJobEvent = { type: 'job.cancel' };

type JobAsked = { mitasId: string; jobId: string };

const notFound = 404;

/**
 * Follows a running job until it ends (DET-20). Polls it, shows it as cancelled as soon as a person cancels
 * it, and as running again if the host refuses that.
 */
export const reprocessJobMachine = setup({
  types: {} as {
    input: ReprocessJobInput;
    context: ReprocessJobContext;
    events: ReprocessJobEvent;
    tags: 'running' | 'completed' | 'failed' | 'cancelled' | 'lost';
  },
  actors: {
    loadJob: notProvided<ReprocessJob, JobAsked>(),
    /** Runs to its end even if the page is left. */
    cancelJob: notProvided<unknown, JobAsked>(),
  },
  actions: {
    takeJob: assign((_, { output }: { output: ReprocessJob }) => ({ job: output, failure: null })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    notifyCompleted: notify(() => ({ message: 'Reprocessing job completed successfully', variant: 'success' })),
    notifyFailed: notify(() => ({ message: 'Reprocessing job failed', variant: 'error' })),
    notifyCancelled: notify(() => ({ message: 'Reprocessing job cancelled', variant: 'success' })),
    notifyNotCancelled: notify((_, __, { error }: { error: unknown }) => ({
      message: `The job was not cancelled: ${failureText(toFailure(error), 'the host did not answer')}`,
      variant: 'error',
    })),
    /** Reports that the job has ended, which makes the list of jobs outdated. */
    reportEnd: sendParent({ type: 'jobs.outdated' } satisfies ReprocessingEvent),
  },
  guards: {
    isCancelledHere: ({ context }) => context.isCancelled,
    isRunning: (_, { output }: { output: ReprocessJob }) => output.status === 'running',
    isCompleted: (_, { output }: { output: ReprocessJob }) => output.status === 'completed',
    isCancelled: (_, { output }: { output: ReprocessJob }) => output.status === 'cancelled',
    isGone: (_, { error }: { error: unknown }) => {
      const failure = toFailure(error);
      return failure.kind === 'server' && failure.code === notFound;
    },
  },
  delays: { poll: jobPollMs },
}).createMachine({
  id: 'reprocessJob',
  context: ({ input }) => ({ ...input, failure: null }),
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'isCancelledHere', target: 'cancelling' }, { target: 'polling' }] },
    polling: {
      tags: 'running',
      invoke: {
        id: 'loadJob',
        src: 'loadJob',
        input: ({ context: { mitasId, jobId } }) => ({ mitasId, jobId }),
        onDone: [
          {
            guard: { type: 'isRunning', params: theEvent },
            target: 'waiting',
            actions: { type: 'takeJob', params: theEvent },
          },
          {
            guard: { type: 'isCompleted', params: theEvent },
            target: 'completed',
            actions: [{ type: 'takeJob', params: theEvent }, 'notifyCompleted'],
          },
          {
            guard: { type: 'isCancelled', params: theEvent },
            target: 'cancelled',
            actions: { type: 'takeJob', params: theEvent },
          },
          { target: 'failed', actions: [{ type: 'takeJob', params: theEvent }, 'notifyFailed'] },
        ],
        onError: [
          {
            guard: { type: 'isGone', params: theEvent },
            target: 'lost',
            actions: { type: 'setFailure', params: theEvent },
          },
          { target: 'waiting', actions: { type: 'setFailure', params: theEvent } },
        ],
      },
      on: { 'job.cancel': 'cancelling' },
    },
    waiting: {
      tags: 'running',
      after: { poll: 'polling' },
      on: { 'job.cancel': 'cancelling' },
    },
    /** The person already sees the job as cancelled. */
    cancelling: {
      tags: 'cancelled',
      invoke: {
        id: 'cancelJob',
        src: 'cancelJob',
        input: ({ context: { mitasId, jobId } }) => ({ mitasId, jobId }),
        onDone: { target: 'cancelled', actions: 'notifyCancelled' },
        onError: { target: 'polling', actions: { type: 'notifyNotCancelled', params: theEvent } },
      },
    },
    completed: { tags: 'completed', entry: 'reportEnd' },
    failed: { tags: 'failed', entry: 'reportEnd' },
    cancelled: { tags: 'cancelled', entry: 'reportEnd' },
    /** The host does not know the job. */
    lost: { tags: 'lost', entry: 'reportEnd' },
  },
});

export type ReprocessJobRef = ActorRefFrom<typeof reprocessJobMachine>;

/** Returns what is known of the job. */
export function selectKnown(snapshot: SnapshotFrom<typeof reprocessJobMachine>): FollowedJob {
  const { jobId, job } = snapshot.context;
  return { jobId, job, isCancelled: snapshot.hasTag('cancelled'), isLost: snapshot.hasTag('lost') };
}
