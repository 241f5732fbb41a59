import { type AnyActorRef, fromPromise } from 'xstate';
import { type SubmissionMachine, submissionMachine, type SubmissionReply } from './submission-machine.ts';

/** Returns the machine of a form with its call; the message that `send` returns may be shown. */
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
