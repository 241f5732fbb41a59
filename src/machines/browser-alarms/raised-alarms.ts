import { fromCallback } from 'xstate';
import { type JournalSnapshot, journalIn } from '../journal/journal-actor.ts';
import { shown } from '../journal/journal-selectors.ts';
import type { BrowserAlarmsEvent } from './browser-alarms-events.ts';

/** Watches the session's journal and reports alarms raised since it started. */
export const raisedAlarms = fromCallback(({ system, sendBack }) => {
  const journal = journalIn(system);
  /** The newest known alarm; null until alarms are loaded. */
  let newest: number | null = null;
  const report = (snapshot: JournalSnapshot): void => {
    const { alarms } = shown(snapshot).alarms;
    if (alarms === null) return;
    const before = newest;
    newest = alarms.reduce((highest, { id }) => Math.max(highest, id), before ?? 0);
    if (before === null || newest === before) return;
    sendBack({ type: 'alarms.raised', alarms: alarms.filter(({ id }) => id > before) } satisfies BrowserAlarmsEvent);
  };
  report(journal.getSnapshot());
  const subscription = journal.subscribe(report);
  return () => subscription.unsubscribe();
});
