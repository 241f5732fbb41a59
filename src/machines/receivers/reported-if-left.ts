import { type AnyActorRef, type PromiseActorLogic, fromPromise } from 'xstate';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import type { Notice } from '../../model/entities/notice.ts';
import { snackbarId } from '../snackbar/notify.ts';

/** What is said of what was asked where nobody is there any more who shows it. */
type Words<Output, Input> = {
  done: (output: Output, input: Input) => Notice;
  failed: (failure: Failure, input: Input) => Notice;
};

/**
 * Asks the host for something and waits for the answer though the page is left meanwhile: then it says itself
 * what came of it, wherever the person is by then (FLEET-6, FLEET-8).
 */
export function reportedIfLeft<Output, Input>(
  ask: (input: Input, system: AnyActorRef['system']) => Promise<Output>,
  words: Words<Output, Input>,
): PromiseActorLogic<Output, Input> {
  return fromPromise<Output, Input>(async ({ input, system, signal }) => {
    const snackbar = system.get(snackbarId) as AnyActorRef | undefined;
    const sayIfLeft = (notice: Notice): void => {
      if (signal.aborted) snackbar?.send({ type: 'snackbar.show', notice });
    };
    try {
      const output = await ask(input, system);
      sayIfLeft(words.done(output, input));
      return output;
    } catch (error) {
      sayIfLeft(words.failed(toFailure(error), input));
      throw error;
    }
  });
}
