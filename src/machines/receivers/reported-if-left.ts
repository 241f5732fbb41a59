import { type AnyActorRef, type PromiseActorLogic, fromPromise } from 'xstate';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import type { Notice } from '../../model/entities/notice.ts';
import { snackbarId } from '../snackbar/notify.ts';
import { sessionEndOf } from './session-end.ts';

/** The notices for an outcome that no page shows any more. */
type Words<Output, Input> = {
  done: (output: Output, input: Input) => Notice;
  failed: (failure: Failure, input: Input) => Notice;
};

/**
 * Sends a request and waits for the answer even if the page is left. In that case it shows the outcome
 * itself, on any screen (FLEET-6, FLEET-8), and a failure until dismissed; but never in a later session
 * (SYS-9).
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

/** Keeps an error until it is dismissed, because the person is on another screen. */
export function untilRead(notice: Notice): Notice {
  return notice.variant === 'error' ? { ...notice, timeout: null } : notice;
}
