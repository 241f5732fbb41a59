import { fromCallback } from 'xstate';
import { type JournalSnapshot, journalIn } from '../journal/journal-actor.ts';
import { shown } from '../journal/journal-selectors.ts';
import type { CallbackLogic, NoInput } from '../support/not-provided.ts';
import type { ListUpdate } from '../paged-list/paged-list-machine.ts';

type NoMessage = { type: 'nothing' };

/**
 * Sends `list.outdated` whenever the session has loaded its alarms: it does so when the host reports new
 * ones, and when the line is back (ALP-1). Also at first, as what this page asked for may be from before; and
 * when a receiver came or went, of whom nothing lasts any more.
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
    // A journal that fails ends the session, which says so.
    error: () => {},
  });
  return () => watch.unsubscribe();
});

function alarmsIn(snapshot: JournalSnapshot) {
  const { alarms, fleet } = shown(snapshot);
  return { alarms: alarms.alarms, receivers: fleet.receivers };
}

/** Whether other receivers are there than before; what was not known before is no other. */
function isOtherFleet(before: ReturnType<typeof alarmsIn>, after: ReturnType<typeof alarmsIn>): boolean {
  if (before.receivers === after.receivers) return false;
  const ids = Object.keys(before.receivers);
  return ids.length > 0 && ids.join() !== Object.keys(after.receivers).join();
}
