import { fromCallback } from 'xstate';
import { journalIn } from '../journal/journal-actor.ts';
import { shown } from '../journal/journal-selectors.ts';
import type { CallbackLogic, NoInput } from '../support/not-provided.ts';
import type { AlarmsChanged } from './alarm-history-events.ts';

type NoMessage = { type: 'nothing' };

/**
 * Sends `alarms.changed` whenever the session has loaded its alarms: it does so when the host reports new
 * ones, and when the line is back (ALP-1).
 */
export const alarmUpdates: CallbackLogic<NoMessage, NoInput, AlarmsChanged> = fromCallback<NoMessage>(({ system, sendBack }) => {
  const journal = journalIn(system);
  let known = shown(journal.getSnapshot()).alarms.alarms;
  const watch = journal.subscribe((snapshot) => {
    const { alarms } = shown(snapshot).alarms;
    const isFirst = known === null;
    if (alarms !== known && !isFirst) sendBack({ type: 'alarms.changed' });
    known = alarms;
  });
  return () => watch.unsubscribe();
});
