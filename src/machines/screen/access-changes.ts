import { fromCallback } from 'xstate';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { barredScreens } from '../../model/navigation/routes.ts';
import { type JournalSnapshot, journalIn } from '../journal/journal-actor.ts';
import { shown } from '../journal/journal-selectors.ts';
import type { ScreenEvent } from './screen-events.ts';

/**
 * Watches the session's journal and sends which screens the person cannot open, first once the system's
 * settings are known and then whenever role or settings change.
 */
export const accessChanges = fromCallback(({ system, sendBack }) => {
  const journal = journalIn(system);
  let seen: readonly unknown[] = [];
  let sent = '';
  const report = (snapshot: JournalSnapshot): void => {
    const { account, host } = shown(snapshot);
    const selected = selectedSystem(account);
    // Report nothing until the settings are known, or if the list no longer contains the system: the latter
    // says nothing about access, and the host will end the session.
    if (selected === undefined || host.config === null) return;
    const now = [selected, host.config];
    if (now.every((part, index) => part === seen[index])) return;
    seen = now;
    const barred = barredScreens(selected, host.config.sidebar);
    if (JSON.stringify(barred) !== sent) sendBack({ type: 'access.changed', barred } satisfies ScreenEvent);
    sent = JSON.stringify(barred);
  };
  report(journal.getSnapshot());
  // Ignored here: a journal error ends the session, which reports it.
  const subscription = journal.subscribe({ next: report, error: () => {} });
  return () => subscription.unsubscribe();
});
