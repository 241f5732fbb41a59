import { type EventObject, fromCallback } from 'xstate';
import { hasRole, researcher } from '../../model/entities/role.ts';
import { hasExpired } from '../../model/entities/expiry.ts';
import { contactWindowIn, hostClockIn } from '../contact-window/contact-window-machine.ts';
import { type JournalSnapshot, journalIn } from '../journal/journal-actor.ts';
import { presentRole, shown } from '../journal/journal-selectors.ts';
import type { CallbackLogic, NoInput } from '../support/not-provided.ts';

export type RightChange = { type: 'right.changed'; mayEdit: boolean };

/**
 * Watches the session's journal and reports whether the person may change receivers, by their role and as far
 * as the system has not expired (SYS-15): at first, and whenever that changes. The host judges it anyway.
 */
export const editRight: CallbackLogic<EventObject, NoInput, RightChange> = fromCallback(({ system, sendBack }) => {
  const journal = journalIn(system);
  // Where the host's clock is not known nothing has expired.
  const hostClock = hostClockIn(system, () => 0);
  const allows = (snapshot: JournalSnapshot): boolean =>
    hasRole(presentRole(snapshot) ?? Infinity, researcher) &&
    !hasExpired(shown(snapshot).host.config?.expiry ?? null, hostClock());
  const report = (mayEdit: boolean): void => sendBack({ type: 'right.changed', mayEdit } satisfies RightChange);
  let mayEdit = allows(journal.getSnapshot());
  report(mayEdit);
  const watch = (snapshot: JournalSnapshot): void => {
    // A list that does not name the system any more says nothing of what the person may do.
    if (presentRole(snapshot) === undefined || allows(snapshot) === mayEdit) return;
    mayEdit = !mayEdit;
    report(mayEdit);
  };
  // A journal that fails ends the session, which says so.
  const subscription = journal.subscribe({ next: watch, error: () => {} });
  // Nothing changes in the journal when the time comes at which the system expires.
  const clock = contactWindowIn(system).subscribe({ next: () => watch(journal.getSnapshot()), error: () => {} });
  return () => {
    subscription.unsubscribe();
    clock.unsubscribe();
  };
});
