import type { AnyActorRef } from 'xstate';
import type { ChangeReply } from '../../model/journal/sequence.ts';
import { withLatest } from '../../model/receivers/latest.ts';
import { settleOwnChange } from '../operations/settled-change.ts';

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
  let operations: ReadonlyMap<string, string> = new Map();
  const keep = (key: string, operation: string | null): void => {
    operations = withLatest(operations, key, operation);
  };
  return async (system, request, ask) => {
    const key = JSON.stringify(request);
    // Who leaves before the answer asks for the same, not for a second one.
    const askKept = (operation: string) => {
      keep(key, operation);
      return ask(operation);
    };
    const settled = await settleOwnChange(system, askKept, { again: operations.get(key) ?? null });
    keep(key, settled.isDone ? null : settled.operation);
    if (settled.isDone) return settled.reply;
    throw settled.error;
  };
}
