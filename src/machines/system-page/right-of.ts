import { fromCallback } from 'xstate';
import { hasRole, type RoleId } from '../../model/entities/role.ts';
import { type JournalSnapshot, journalIn } from '../journal/journal-actor.ts';
import { presentRole } from '../journal/journal-selectors.ts';
import type { Occasion } from '../question/question-machine.ts';
import type { SocketDelivery } from '../socket/socket-events.ts';
import type { CallbackLogic } from '../support/not-provided.ts';

/**
 * Reports whether the person has a role (ROLE-1) or a higher one: as soon as it is known, and whenever it
 * changes.
 */
export const rightOf = (needed: RoleId): CallbackLogic<SocketDelivery, object, Occasion> =>
  fromCallback<SocketDelivery, object>(({ system, sendBack }) => {
    const journal = journalIn(system);
    let may: boolean | undefined;
    const judge = (snapshot: JournalSnapshot): void => {
      const role = presentRole(snapshot);
      const next = role === undefined ? may : hasRole(role, needed);
      if (next !== undefined && next !== may) sendBack({ type: 'right.known', may: next } satisfies Occasion);
      may = next;
    };
    judge(journal.getSnapshot());
    // Ignored here: a journal error ends the session, which reports it.
    const watch = journal.subscribe({ next: judge, error: () => {} });
    return () => watch.unsubscribe();
  });
