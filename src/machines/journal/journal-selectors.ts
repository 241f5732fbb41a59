import { selectedSystem } from '../../model/journal/read-models/account.ts';
import type { ReadModels } from '../../model/journal/read-models/read-models.ts';
import type { JournalSnapshot } from './journal-actor.ts';

/**
 * What the session shows: the read models, with the person's pending changes on top.
 * `useSelector(journal, (s) => shown(s).fleet)`.
 */
export function shown(snapshot: JournalSnapshot): ReadModels {
  return snapshot.context.journal.head.shown;
}

/** The person's present role in the selected system; undefined where none is selected. */
export function presentRole(snapshot: JournalSnapshot): number | undefined {
  return selectedSystem(shown(snapshot).account)?.RoleId;
}
