import { type AnyActorRef, fromPromise } from 'xstate';
import { type SubmissionMachine, submissionMachine, type SubmissionReply } from './submission-machine.ts';

/**
 * Returns the machine of a form with its call. If `send` resolves with a message of the host, the form may
 * show it.
 */
export function form<Values extends object>(
  send: (values: Values, signal: AbortSignal, system: AnyActorRef['system']) => Promise<unknown>,
): SubmissionMachine {
  return submissionMachine.provide({
    actors: {
      sendForm: fromPromise<SubmissionReply, { values: object }>(async ({ input, signal, system }) => {
        return ((await send(input.values as Values, signal, system)) as { message?: string } | undefined)?.message;
      }),
    },
  });
}
