import { selectedSystem } from '../../model/journal/read-models/account.ts';
import type { ReadModels } from '../../model/journal/read-models/read-models.ts';
import type { ScreenModel } from '../../model/journal/screen-models/screen-model.ts';
import { type SeenStep, seenToRedo, seenToUndo } from '../../model/journal/undo.ts';
import type { JournalSnapshot } from './journal-actor.ts';

/**
 * What the session shows: the read models, with the person's pending changes on top.
 * `useSelector(journal, (s) => shown(s).fleet)`.
 */
export function shown(snapshot: JournalSnapshot): ReadModels {
  return snapshot.context.journal.head.shown;
}

/** What a screen's read model shows; undefined while it has not joined (JRN-11). */
export function selectModel<State>(snapshot: JournalSnapshot, { name }: ScreenModel<State>): State | undefined {
  return shown(snapshot).screens[name] as State | undefined;
}

/** The same without what the person has only asked for. */
export function selectConfirmedModel<State>({ context }: JournalSnapshot, { name }: ScreenModel<State>): State | undefined {
  return context.journal.head.confirmed.screens[name] as State | undefined;
}

/** The person's present role in the selected system; undefined where none is selected. */
export function presentRole(snapshot: JournalSnapshot): number | undefined {
  return selectedSystem(shown(snapshot).account)?.RoleId;
}

/** The mark of seen alarms that can be taken back (ALM-25), by what the host answered; undefined for none. */
export function selectSeenToUndo({ context }: JournalSnapshot): SeenStep | undefined {
  return seenToUndo(context.history, confirmedMark(context));
}

/** The one that was taken back and can be set again. */
export function selectSeenToRedo({ context }: JournalSnapshot): SeenStep | undefined {
  return seenToRedo(context.history, confirmedMark(context));
}

function confirmedMark({ journal }: JournalSnapshot['context']): number | null {
  return selectedSystem(journal.head.confirmed.account)?.lastSeenAlarmId ?? null;
}
