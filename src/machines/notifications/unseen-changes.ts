import { fromCallback } from 'xstate';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { unseenUpTo } from '../../model/journal/read-models/alarms.ts';
import { type JournalSnapshot, journalIn } from '../journal/journal-actor.ts';
import { shown } from '../journal/journal-selectors.ts';
import type { NotificationsEvent } from './notifications-events.ts';

function marksIn(snapshot: JournalSnapshot): { upTo: number | null; lastSeen: number | null } {
  const { account, alarms } = shown(snapshot);
  const lastSeen = selectedSystem(account)?.lastSeenAlarmId ?? null;
  return { upTo: unseenUpTo(alarms, lastSeen), lastSeen };
}

/** Watches the session's journal and reports changes of the newest unseen or last seen alarm. */
export const unseenChanges = fromCallback(({ system, sendBack }) => {
  const journal = journalIn(system);
  let sent: ReturnType<typeof marksIn> = { upTo: null, lastSeen: null };
  const report = (snapshot: JournalSnapshot): void => {
    const marks = marksIn(snapshot);
    if (marks.upTo !== sent.upTo || marks.lastSeen !== sent.lastSeen)
      sendBack({ type: 'unseen.changed', ...marks } satisfies NotificationsEvent);
    sent = marks;
  };
  report(journal.getSnapshot());
  const subscription = journal.subscribe(report);
  return () => subscription.unsubscribe();
});
