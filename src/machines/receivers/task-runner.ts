import { type AnyActorRef, fromCallback } from 'xstate';
import type { ChangeReply } from '../../model/changes/sequence.ts';
import { failureText, isUnanswered } from '../../model/contract/failure.ts';
import { type TaskResult, type TaskStep, leftNotice, madeBy } from '../../model/receivers/tasks.ts';
import { settleOwnChange } from '../operations/settled-change.ts';
import { snackbarId } from '../snackbar/notify.ts';
import type { CallbackLogic } from '../support/not-provided.ts';
import type { TaskInput, TaskReport } from './receivers-events.ts';

/** What the host answers to a step; `message` is what it says of it beside. */
export type StepReply = ChangeReply & { message?: string | undefined };

/** How many steps of a task are asked at a time; a browser has six connections to a host. */
const atATime = 5;

/**
 * Does the steps of a task, a few at a time, and reports each: one that fails holds up no other (FLEET-6),
 * and one without an answer keeps the name of its operation, by which it is asked for again (FLEET-9).
 * Stopped, it begins no more, and ends when those that it began are answered; so too where its page is left,
 * which it reports itself then, as nobody else does.
 */
export function taskRunner(
  ask: (step: TaskStep, mitasId: string, operation: string) => Promise<StepReply>,
): CallbackLogic<{ type: 'task.stop' }, TaskInput, TaskReport> {
  return fromCallback(({ input: { mitasId, steps }, system, sendBack, receive }) => {
    const report = (one: TaskReport): void => sendBack(one);
    const waiting = [...steps];
    const snackbar = system.get(snackbarId) as AnyActorRef | undefined;
    const results: TaskResult[] = [];
    let stopped = false;
    let left = false;
    receive(() => (stopped = true));
    const work = async (): Promise<void> => {
      for (let step = waiting.shift(); step !== undefined && !stopped; step = waiting.shift()) {
        const result = await resultOf(step);
        results.push(result);
        report({ type: 'task.settled', result });
      }
    };
    const resultOf = async (step: TaskStep): Promise<TaskResult> => {
      const { deed, rxId, alias, operation: again } = step;
      const settled = await settleOwnChange(system, (name) => ask(step, mitasId, name), {
        again,
        undoes: step.undoes?.revision ?? null,
      });
      if (settled.isDone) {
        const { reply } = settled;
        const result: TaskResult = { rxId, alias, reason: null, unanswered: null, made: madeBy(reply) };
        return deed === 'restore' && reply.message !== undefined ? { ...result, remark: reply.message } : result;
      }
      const { failure, operation } = settled;
      // What was asked before stays unknown until the host says what became of it.
      const unanswered = isUnanswered(failure) || again !== null ? operation : null;
      return { rxId, alias, reason: failureText(failure, 'The host did not answer'), unanswered, made: null };
    };
    const end = (): void => {
      const notice = left ? leftNotice(steps, results) : null;
      if (notice !== null) snackbar?.send({ type: 'snackbar.show', notice });
      report({ type: 'task.ended' });
    };
    void Promise.all(Array.from({ length: Math.min(atATime, steps.length) }, work)).then(end);
    return () => {
      stopped = true;
      left = true;
    };
  });
}
