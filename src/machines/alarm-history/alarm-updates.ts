import { fromCallback } from 'xstate';
import { type JournalSnapshot, journalIn } from '../journal/journal-actor.ts';
import { shown } from '../journal/journal-selectors.ts';
import type { CallbackLogic, NoInput } from '../support/not-provided.ts';
import type { ListUpdate } from '../paged-list/paged-list-machine.ts';

type NoMessage = { type: 'nothing' };

/**
 * Sends `list.outdated` whenever the session has loaded its alarms, which it does when the host reports new
 * ones and when the line is back (ALP-1). Also sends it after the first load, because the page's answer may
 * be older, and when a receiver was added or removed, because removing one ends its alarms.
 */
export const alarmUpdates: CallbackLogic<NoMessage, NoInput, ListUpdate> = fromCallback<NoMessage>(({ system, sendBack }) => {
  const journal = journalIn(system);
  let known = alarmsIn(journal.getSnapshot());
  const watch = journal.subscribe({
    next: (snapshot) => {
      const present = alarmsIn(snapshot);
      if (present.alarms !== known.alarms || isOtherFleet(known, present)) sendBack({ type: 'list.outdated' });
      known = present;
    },
    // Ignored here: a journal error ends the session, which reports it.
    error: () => {},
  });
  return () => watch.unsubscribe();
});

function alarmsIn(snapshot: JournalSnapshot) {
  const { alarms, fleet } = shown(snapshot);
  return { alarms: alarms.alarms, receivers: fleet.receivers };
}

/** Returns true if receivers were added or removed; the first load does not count. */
function isOtherFleet(before: ReturnType<typeof alarmsIn>, after: ReturnType<typeof alarmsIn>): boolean {
  if (before.receivers === after.receivers) return false;
  const ids = Object.keys(before.receivers);
  return ids.length > 0 && ids.join() !== Object.keys(after.receivers).join();
}
