import type { AnyActorRef } from 'xstate';
import type { ChangeReply } from '../../model/journal/sequence.ts';
import { toFailure } from '../../model/contract/failure.ts';
import { isRefusal } from '../../model/receivers/refusals.ts';
import { changeLineIn } from '../change-line/change-line-id.ts';
import { journalIn } from '../journal/journal-actor.ts';
import { operationsIn } from './operations-id.ts';

/**
 * Makes a change for the person that is shown only once the host has answered. Its reply is recorded in the
 * host's order, and it can be undone like any other (CHG-18). `ask` sends it under an operation id; its
 * rejection is passed on. `again` is the id of an earlier, unanswered request, which the host answers with
 * the first result (CHG-5). `undoes` is the revision that it undoes.
 */
export async function makeOwnChange<Reply extends ChangeReply>(
  system: AnyActorRef['system'],
  ask: (operation: string) => Promise<Reply>,
  { again = null, undoes = null }: { again?: string | null; undoes?: number | null } = {},
): Promise<Reply> {
  const { newId, by, now } = operationsIn(system).getSnapshot().context;
  const journal = journalIn(system);
  // Find the change line before the request: when the reply arrives, another session's change line may have
  // this systemId.
  const changeLine = changeLineIn(system);
  const opId = again ?? newId();
  // Propose only a first request. The proposal of an earlier one may already be recorded, and a second
  // proposal would never be settled.
  if (again === null)
    journal.send({ type: 'journal.append', entries: [{ type: 'proposed', opId, fact: { type: 'change.asked', items: [] } }] });
  try {
    const reply = await ask(opId);
    const { epoch, revision, items } = reply;
    changeLine.send({ type: 'changes.replied', reply: { epoch, revision, items }, asked: { opId, by, at: now(), undoes } });
    return reply;
  } catch (error) {
    journal.send({ type: 'journal.append', entries: [{ type: 'rejected', opId, failure: toFailure(error) }] });
    throw error;
  }
}

/**
 * Like `makeOwnChange`, for requests that must not be performed twice: until the host has done or refused
 * one, the same input reuses its operation id (CHG-5).
 */
export function doneOnce<Input, Reply extends ChangeReply>(
  ask: (input: Input, operation: string) => Promise<Reply>,
): (system: AnyActorRef['system'], input: Input) => Promise<Reply> {
  let open: { input: string; operation: string } | null = null;
  return async (system, input) => {
    const text = JSON.stringify(input);
    const again = open?.input === text ? open.operation : null;
    const begin = (operation: string): Promise<Reply> => {
      open = { input: text, operation };
      return ask(input, operation);
    };
    try {
      const reply = await makeOwnChange(system, begin, { again });
      open = null;
      return reply;
    } catch (error) {
      if (isRefusal(toFailure(error))) open = null;
      throw error;
    }
  };
}
