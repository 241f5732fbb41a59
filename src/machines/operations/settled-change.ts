import type { AnyActorRef } from 'xstate';
import type { ChangeReply } from '../../model/journal/sequence.ts';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import { isRefusal } from '../../model/receivers/refusals.ts';
import { makeOwnChange } from './own-change.ts';

/**
 * What became of a change that was asked for: the reply, or why there is none (`error` as it was thrown).
 * `operation` is that under which the same is to be asked for again; null where the host refused it.
 */
export type SettledChange<Reply> =
  | { isDone: true; reply: Reply }
  | { isDone: false; failure: Failure; error: unknown; operation: string | null };

/**
 * Makes a change of the person's own, and where nobody knows whether it was done keeps the name of its
 * operation: asked for again under that, it is done once and answered by what happened then (CHG-5, CHG-18).
 */
export async function settleOwnChange<Reply extends ChangeReply>(
  system: AnyActorRef['system'],
  ask: (operation: string) => Promise<Reply>,
  { again, undoes = null }: { again: string | null; undoes?: number | null },
): Promise<SettledChange<Reply>> {
  let asked = again;
  const askNamed = (operation: string): Promise<Reply> => {
    asked = operation;
    return ask(operation);
  };
  try {
    return { isDone: true, reply: await makeOwnChange(system, askNamed, { again, undoes }) };
  } catch (error) {
    const failure = toFailure(error);
    return { isDone: false, failure, error, operation: isRefusal(failure) ? null : asked };
  }
}
