import { type AnyActorRef, fromPromise } from 'xstate';
import { type SubmissionMachine, submissionMachine } from './submission-machine.ts';

/** The machine of a form, with its call in place. */
export function form<Values extends object>(
  send: (values: Values, signal: AbortSignal, system: AnyActorRef['system']) => Promise<unknown>,
): SubmissionMachine {
  return submissionMachine.provide({
    actors: {
      sendForm: fromPromise<void, { values: object }>(async ({ input, signal, system }) => {
        await send(input.values as Values, signal, system);
      }),
    },
  });
}
