import { type EventObject, fromCallback } from 'xstate';
import { hasRole, researcher } from '../../model/entities/role.ts';
import { hasExpired } from '../../model/entities/expiry.ts';
import { contactWindowIn, hostClockIn } from '../contact-window/contact-window-machine.ts';
import { type JournalSnapshot, journalIn } from '../journal/journal-actor.ts';
import { presentRole, shown } from '../journal/journal-selectors.ts';
import type { CallbackLogic, NoInput } from '../support/not-provided.ts';

export type RightChange = { type: 'right.changed'; mayEdit: boolean };

/**
 * Watches the session's journal and reports whether the person may change receivers, by their role and the
 * system's expiry (SYS-15): at first and whenever it changes. The host checks it anyway.
 */
export const editRight: CallbackLogic<EventObject, NoInput, RightChange> = fromCallback(({ system, sendBack }) => {
  const journal = journalIn(system);
  // Until the host's time is known, nothing counts as expired.
  const hostClock = hostClockIn(system, () => 0);
  const allows = (snapshot: JournalSnapshot): boolean =>
    hasRole(presentRole(snapshot) ?? Infinity, researcher) &&
    !hasExpired(shown(snapshot).host.config?.expiry ?? null, hostClock());
  const report = (mayEdit: boolean): void => sendBack({ type: 'right.changed', mayEdit } satisfies RightChange);
  let mayEdit = allows(journal.getSnapshot());
  report(mayEdit);
  const watch = (snapshot: JournalSnapshot): void => {
    // Keep the last right if the list no longer contains the system, which says nothing about the person's
    // rights.
    if (presentRole(snapshot) === undefined || allows(snapshot) === mayEdit) return;
    mayEdit = !mayEdit;
    report(mayEdit);
  };
  // Ignored here: a journal error ends the session, which reports it.
  const subscription = journal.subscribe({ next: watch, error: () => {} });
  // The expiry itself changes nothing in the journal, so the clock is watched too.
  const clock = contactWindowIn(system).subscribe({ next: () => watch(journal.getSnapshot()), error: () => {} });
  return () => {
    subscription.unsubscribe();
    clock.unsubscribe();
  };
});
