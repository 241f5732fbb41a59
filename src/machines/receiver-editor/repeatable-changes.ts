import type { AnyActorRef } from 'xstate';
import type { ChangeReply } from '../../model/changes/sequence.ts';
import { toFailure } from '../../model/contract/failure.ts';
import { isRefusal } from '../../model/receivers/refusals.ts';
import { makeOwnChange } from '../operations/own-change.ts';

/** Of so many requests the names are kept. */
const maxKept = 50;

/** `request` is all that is asked of the host, as a value that JSON can write. */
export type RepeatableChange = <Reply extends ChangeReply>(
  system: AnyActorRef['system'],
  request: unknown,
  ask: (operation: string) => Promise<Reply>,
) => Promise<Reply>;

/**
 * Makes changes of the person's own. One that the host did not answer keeps the name of its operation: the
 * very same request, made again, asks under that name, and what happened then is answered now, with what
 * takes it back (CHG-5, CHG-18). Rejects as `ask` does.
 */
export function repeatableChanges(): RepeatableChange {
  const operations = new Map<string, string>();
  return async (system, request, ask) => {
    const key = JSON.stringify(request);
    const askNamed = (operation: string) => {
      operations.delete(key);
      operations.set(key, operation);
      for (const oldest of [...operations.keys()].slice(0, -maxKept)) operations.delete(oldest);
      return ask(operation);
    };
    try {
      const reply = await makeOwnChange(system, askNamed, { again: operations.get(key) ?? null });
      operations.delete(key);
      return reply;
    } catch (error) {
      if (isRefusal(toFailure(error))) operations.delete(key);
      throw error;
    }
  };
}
