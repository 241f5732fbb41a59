import type { AnyActorRef } from 'xstate';
import type { ChangeReply } from '../../model/journal/sequence.ts';
import { withLatest } from '../../model/receivers/latest.ts';
import { settleOwnChange } from '../operations/settled-change.ts';

/** `request` is the complete request, serialisable as JSON. */
export type RepeatableChange = <Reply extends ChangeReply>(
  system: AnyActorRef['system'],
  request: unknown,
  ask: (operation: string) => Promise<Reply>,
) => Promise<Reply>;

/**
 * Makes changes for the person that can be retried: an unanswered request keeps its operation id, and the
 * same request made again reuses it, so that the first result is returned and can be undone (CHG-5, CHG-18).
 * Rejects as `ask` does.
 */
export function repeatableChanges(): RepeatableChange {
  let operations: ReadonlyMap<string, string> = new Map();
  const keep = (key: string, operation: string | null): void => {
    operations = withLatest(operations, key, operation);
  };
  return async (system, request, ask) => {
    const key = JSON.stringify(request);
    // Store the id before the answer arrives, so that a person who leaves and repeats the request makes no
    // second change.
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
