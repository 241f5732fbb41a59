import { type EventObject, fromCallback } from 'xstate';
import { hasRole, researcher } from '../../model/entities/role.ts';
import { type JournalSnapshot, journalIn } from '../journal/journal-actor.ts';
import { presentRole } from '../journal/journal-selectors.ts';
import type { CallbackLogic, NoInput } from '../support/not-provided.ts';

export type RightChange = { type: 'right.changed'; mayEdit: boolean };

/**
 * Watches the session's journal and reports whether the person's role may change receivers: at first, and
 * whenever that changes. The host judges it anyway.
 */
export const editRight: CallbackLogic<EventObject, NoInput, RightChange> = fromCallback(({ system, sendBack }) => {
  const journal = journalIn(system);
  const allows = (role: number | undefined): boolean => hasRole(role ?? Infinity, researcher);
  const report = (mayEdit: boolean): void => sendBack({ type: 'right.changed', mayEdit } satisfies RightChange);
  let mayEdit = allows(presentRole(journal.getSnapshot()));
  report(mayEdit);
  const watch = (snapshot: JournalSnapshot): void => {
    const role = presentRole(snapshot);
    // A list that does not name the system any more says nothing of what the person may do.
    if (role === undefined || allows(role) === mayEdit) return;
    mayEdit = allows(role);
    report(mayEdit);
  };
  // A journal that fails ends the session, which says so.
  const subscription = journal.subscribe({ next: watch, error: () => {} });
  return () => subscription.unsubscribe();
});
