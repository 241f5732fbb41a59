import { type AnyActorRef, type PromiseActorLogic, fromPromise } from 'xstate';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import type { Notice } from '../../model/entities/notice.ts';
import { snackbarId } from '../snackbar/notify.ts';
import { sessionEndOf } from './session-end.ts';

/** What is said of what was asked where nobody is there any more who shows it. */
type Words<Output, Input> = {
  done: (output: Output, input: Input) => Notice;
  failed: (failure: Failure, input: Input) => Notice;
};

/**
 * Asks the host for something and waits for the answer though the page is left meanwhile: then it says itself
 * what came of it, wherever the person is by then (FLEET-6, FLEET-8), and a failure until it was read. The
 * session that follows hears nothing of it (SYS-9).
 */
export function reportedIfLeft<Output, Input>(
  ask: (input: Input, system: AnyActorRef['system']) => Promise<Output>,
  words: Words<Output, Input>,
): PromiseActorLogic<Output, Input> {
  return fromPromise<Output, Input>(async ({ input, system, signal }) => {
    const snackbar = system.get(snackbarId) as AnyActorRef | undefined;
    const session = sessionEndOf(system);
    const sayIfLeft = (notice: Notice): void => {
      if (signal.aborted && !session.isOver()) snackbar?.send({ type: 'snackbar.show', notice: untilRead(notice) });
    };
    try {
      const output = await ask(input, system);
      sayIfLeft(words.done(output, input));
      return output;
    } catch (error) {
      sayIfLeft(words.failed(toFailure(error), input));
      throw error;
    } finally {
      session.release();
    }
  });
}

/** Who works on another screen has not waited for it: what went wrong stays until they have read it. */
export function untilRead(notice: Notice): Notice {
  return notice.variant === 'error' ? { ...notice, timeout: null } : notice;
}
