import { fromCallback } from 'xstate';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { unseenUpTo } from '../../model/journal/read-models/alarms.ts';
import { type JournalSnapshot, journalIn } from '../journal/journal-actor.ts';
import { shown } from '../journal/journal-selectors.ts';
import type { NotificationsEvent } from './notifications-events.ts';

function upToIn(snapshot: JournalSnapshot): number | null {
  const { account, alarms } = shown(snapshot);
  return unseenUpTo(alarms, selectedSystem(account)?.lastSeenAlarmId ?? null);
}

/** Watches the session's journal and reports when the newest unseen alarm is another one. */
export const unseenChanges = fromCallback(({ system, sendBack }) => {
  const journal = journalIn(system);
  let sent: number | null = null;
  const report = (snapshot: JournalSnapshot): void => {
    const upTo = upToIn(snapshot);
    if (upTo !== sent) sendBack({ type: 'unseen.changed', upTo } satisfies NotificationsEvent);
    sent = upTo;
  };
  report(journal.getSnapshot());
  const subscription = journal.subscribe(report);
  return () => subscription.unsubscribe();
});
