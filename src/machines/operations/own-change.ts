import type { AnyActorRef } from 'xstate';
import type { ChangeReply } from '../../model/journal/sequence.ts';
import { toFailure } from '../../model/contract/failure.ts';
import { isRefusal } from '../../model/receivers/refusals.ts';
import { changeLineIn } from '../change-line/change-line-id.ts';
import { journalIn } from '../journal/journal-actor.ts';
import { operationsIn } from './operations-id.ts';

/**
 * Makes a change of the person's own that nothing shows before it is answered: its reply is recorded in the
 * host's order, and it can be taken back like any other (CHG-18). `ask` asks the host for it under the name
 * of its operation; rejects as that does. `again` is the operation of one that was asked for before and not
 * answered: the host answers by what it did then (CHG-5). `undoes` is the revision that is taken back.
 */
export async function makeOwnChange<Reply extends ChangeReply>(
  system: AnyActorRef['system'],
  ask: (operation: string) => Promise<Reply>,
  { again = null, undoes = null }: { again?: string | null; undoes?: number | null } = {},
): Promise<Reply> {
  const { newId, by, now } = operationsIn(system).getSnapshot().context;
  const journal = journalIn(system);
  // Another system's change line may stand in its place when the reply is there.
  const changeLine = changeLineIn(system);
  const opId = again ?? newId();
  // What was proposed before may be recorded by now: nothing would settle it a second time.
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
 * As `makeOwnChange`, of something that must not be done twice: until the host has done or refused it, the
 * same input again is asked under the same operation (CHG-5).
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
