import type { AnyActorRef } from 'xstate';
import type { ChangeReply } from '../../model/journal/sequence.ts';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import { isRefusal } from '../../model/receivers/refusals.ts';
import { makeOwnChange } from './own-change.ts';

/**
 * The result of a change: the reply, or the failure (`error` as thrown). `operation` is the id under which to
 * retry; null if the host refused.
 */
export type SettledChange<Reply> =
  | { isDone: true; reply: Reply }
  | { isDone: false; failure: Failure; error: unknown; operation: string | null };

/**
 * Makes a change for the person. If its outcome is unknown, the result keeps the operation id: a retry under
 * it performs the change once and returns the first result (CHG-5, CHG-18).
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
