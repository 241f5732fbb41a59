import { type ActorRefFrom, assign, sendTo, setup, type SnapshotFrom } from 'xstate';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import type { JobAction, JobList } from '../../model/entities/job.ts';
import { questionMachine, type QuestionEvent, type QuestionRef } from '../question/question-machine.ts';
import type { ScreenInput } from '../screen/screen-events.ts';
import { notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';

export type JobsEvent =
  | { type: 'job.handle'; id: string; action: JobAction }
  /** Starts the list again after a defect. */
  | { type: 'jobs.reload' };

export type JobsContext = {
  mitasId: string;
  /** The action in progress, or the last one if it failed, with the reason; otherwise null. */
  handled: { id: string; action: JobAction; failure: Failure | null } | null;
};

/**
 * The background jobs of a system (JOB-14): a question, asked again when the line reports a change, and a
 * person's actions on jobs, one at a time.
 */
export const jobsMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: JobsContext;
    events: JobsEvent;
    tags: 'handling' | 'failed';
  },
  actors: {
    list: questionMachine,
    handleJob: notProvided<unknown, { mitasId: string; id: string; action: JobAction }>(),
  },
  actions: {
    noteHandling: assign((_, { id, action }: { id: string; action: JobAction }) => ({ handled: { id, action, failure: null } })),
    forgetHandled: assign({ handled: null }),
    refuseHandling: assign(({ context: { handled } }, { error }: { error: unknown }) => ({
      handled: handled && { ...handled, failure: toFailure(error) },
    })),
    /** Asks for the list again after an action, because an answer in progress may be from before it. */
    askAgain: sendTo('list', { type: 'question.again' } satisfies QuestionEvent),
  },
}).createMachine({
  id: 'jobs',
  context: ({ input: { mitasId } }) => ({ mitasId, handled: null }),
  initial: 'listed',
  states: {
    listed: {
      invoke: {
        id: 'list',
        src: 'list',
        input: ({ context: { mitasId } }) => ({ request: { mitasId }, awaitsRight: true }),
        onError: 'broken',
      },
      initial: 'idle',
      states: {
        idle: {
          on: { 'job.handle': { target: 'handling', actions: { type: 'noteHandling', params: theEvent } } },
        },
        handling: {
          tags: 'handling',
          invoke: {
            id: 'handleJob',
            src: 'handleJob',
            input: ({ context: { mitasId, handled } }) => ({
              mitasId,
              id: handled?.id ?? '',
              action: handled?.action ?? 'cancel',
            }),
            onDone: { target: 'idle', actions: ['forgetHandled', 'askAgain'] },
            onError: { target: 'idle', actions: [{ type: 'refuseHandling', params: theEvent }, 'askAgain'] },
          },
        },
      },
    },
    broken: { tags: 'failed', on: { 'jobs.reload': 'listed' } },
  },
});

export type JobsMachine = typeof jobsMachine;
export type JobsRef = ActorRefFrom<JobsMachine>;

/** Returns the question that lists the jobs. */
export function selectJobList({ children }: SnapshotFrom<JobsMachine>): QuestionRef<JobList> | undefined {
  return children['list'] as QuestionRef<JobList> | undefined;
}
