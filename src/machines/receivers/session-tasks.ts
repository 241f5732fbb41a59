import { type AnyActorRef, fromCallback } from 'xstate';
import type { ChangeReply } from '../../model/journal/sequence.ts';
import { failureText, isUnanswered } from '../../model/contract/failure.ts';
import type { Leaving } from '../../model/contract/receiver-history-calls.ts';
import { type Task, type TaskResult, type TaskStep, isWrong, leftNotice, madeBy, stepsOf } from '../../model/receivers/tasks.ts';
import { settleOwnChange } from '../operations/settled-change.ts';
import { snackbarId } from '../snackbar/notify.ts';
import type { CallbackLogic } from '../support/not-provided.ts';
import type { RecalledTask, TaskInput, TaskReport } from './receivers-events.ts';
import { leftTaskNotice } from './receivers-notices.ts';
import { untilRead } from './reported-if-left.ts';
import { sessionEndOf } from './session-end.ts';

/**
 * The host's answer to a step; `message` is the host's note, `outcome` says how a deleted receiver left the
 * fleet.
 */
export type StepReply = ChangeReply & { message?: string | undefined; outcome?: Leaving | undefined };

/** How many steps are requested at a time; a browser opens six connections to a host. */
const atATime = 5;

/** A running task; `hear` gets its reports, null while its page is left. */
type Work = { task: Task; results: TaskResult[]; isStopped: boolean; hear: ((report: TaskReport) => void) | null };

type Ask = (step: TaskStep, mitasId: string, operation: string) => Promise<StepReply>;

/**
 * Runs the tasks of a session, one at a time (FLEET-6). `runTask` performs the steps, a few at a time, and
 * reports each. A failed step does not delay others; an unanswered one keeps its operation id (FLEET-9).
 * After a stop, no more steps start, and the task ends when the running ones are answered. If its page is
 * left, the task goes on and shows the outcome itself. `recall` returns it to the next page that opens, or
 * the last failed task until `forget`. A task stops with its session. `holdPage` makes the browser ask before
 * the page closes.
 */
export function sessionTasks(ask: Ask, holdPage: () => () => void) {
  let work: Work | null = null;
  let wrong: Task | null = null;

  const begin = (system: AnyActorRef['system'], { mitasId, task }: TaskInput): Work => {
    const begun: Work = { task, results: [], isStopped: false, hear: null };
    const steps = stepsOf(task);
    const waiting = [...steps];
    const snackbar = system.get(snackbarId) as AnyActorRef | undefined;
    const release = holdPage();
    const session = sessionEndOf(system, () => (begun.isStopped = true));
    const doSteps = async (): Promise<void> => {
      for (let step = waiting.shift(); step !== undefined && !begun.isStopped; step = waiting.shift()) {
        const result = await settled(ask, step, { system, mitasId });
        begun.results.push(result);
        begun.hear?.({ type: 'task.settled', result });
      }
    };
    const end = (): void => {
      release();
      session.release();
      const ended = { ...task, results: [...task.results, ...begun.results] };
      work = null;
      wrong = isWrong(ended) ? ended : null;
      if (begun.hear === null) {
        // An undo works only in its own session, so a later session gets no offer (SYS-9).
        const noticeOf = session.isOver() ? leftNotice : leftTaskNotice;
        const notice = untilRead(noticeOf(ended, begun.results, steps.length));
        snackbar?.send({ type: 'snackbar.show', notice });
      }
      begun.hear?.({ type: 'task.ended' });
    };
    wrong = null;
    void Promise.all(Array.from({ length: Math.min(atATime, steps.length) }, doSteps)).then(end);
    return begun;
  };

  const runTask: CallbackLogic<{ type: 'task.stop' }, TaskInput, TaskReport> = fromCallback(
    ({ input, system, sendBack, receive }) => {
      const current = work ?? begin(system, input);
      work = current;
      for (const result of current.results) sendBack({ type: 'task.settled', result } satisfies TaskReport);
      current.hear = sendBack;
      receive(() => (current.isStopped = true));
      return () => (current.hear = null);
    },
  );

  return {
    runTask,
    recall: (): RecalledTask | null =>
      work === null ? wrong && { task: wrong, isUnderWay: false } : { task: work.task, isUnderWay: true },
    forget: (): void => void (wrong = null),
  };
}

async function settled(
  ask: Ask,
  step: TaskStep,
  { system, mitasId }: { system: AnyActorRef['system']; mitasId: string },
): Promise<TaskResult> {
  const { action, rxId, alias, operation: again } = step;
  const answer = await settleOwnChange(system, (name) => ask(step, mitasId, name), {
    again,
    undoes: step.undoes?.revision ?? null,
  });
  if (answer.isDone) {
    const { reply } = answer;
    const { outcome: leaving } = reply;
    const left = leaving === undefined ? {} : { leaving };
    const result: TaskResult = { rxId, alias, reason: null, unanswered: null, made: madeBy(reply), ...left };
    return action === 'restore' && reply.message !== undefined ? { ...result, remark: reply.message } : result;
  }
  const { failure, operation } = answer;
  // If an earlier request had no answer, a failure of this one leaves open whether that request was
  // performed.
  const unanswered = isUnanswered(failure) || again !== null ? operation : null;
  return { rxId, alias, reason: failureText(failure, 'The host did not answer'), unanswered, made: null };
}
