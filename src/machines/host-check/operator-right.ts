import { type EventObject, fromCallback } from 'xstate';
import { hasRole, superuser } from '../../model/entities/role.ts';
import { type JournalSnapshot, journalIn } from '../journal/journal-actor.ts';
import { presentRole } from '../journal/journal-selectors.ts';
import type { CallbackLogic, NoInput } from '../support/not-provided.ts';

export type OperatorRight = { type: 'right.known'; may: boolean };

/**
 * Reports whether the person operates the host (ROLE-1): as soon as it is known, and whenever that changes.
 */
export const operatorRight: CallbackLogic<EventObject, NoInput, OperatorRight> = fromCallback(({ system, sendBack }) => {
  const journal = journalIn(system);
  let may: boolean | undefined;
  const judge = (snapshot: JournalSnapshot): void => {
    const role = presentRole(snapshot);
    const next = role === undefined ? may : hasRole(role, superuser);
    if (next !== undefined && next !== may) sendBack({ type: 'right.known', may: next } satisfies OperatorRight);
    may = next;
  };
  judge(journal.getSnapshot());
  // A journal that fails ends the session, which says so.
  const watch = journal.subscribe({ next: judge, error: () => {} });
  return () => watch.unsubscribe();
});
