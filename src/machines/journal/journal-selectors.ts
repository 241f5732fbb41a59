import { selectedSystem } from '../../model/journal/read-models/account.ts';
import type { ReadModels } from '../../model/journal/read-models/read-models.ts';
import type { ScreenModel } from '../../model/journal/screen-models/screen-model.ts';
import { type SeenStep, seenToRedo, seenToUndo } from '../../model/journal/undo.ts';
import type { JournalSnapshot } from './journal-actor.ts';

/**
 * Returns the read models with the person's pending changes applied: `useSelector(journal, (s) =>
 * shown(s).fleet)`.
 */
export function shown(snapshot: JournalSnapshot): ReadModels {
  return snapshot.context.journal.head.shown;
}

/** Returns a screen's read model; undefined until it has joined (JRN-11). */
export function selectModel<State>(snapshot: JournalSnapshot, { name }: ScreenModel<State>): State | undefined {
  return shown(snapshot).screens[name] as State | undefined;
}

/** Returns a screen's read model without the person's pending changes; undefined until it has joined. */
export function selectConfirmedModel<State>({ context }: JournalSnapshot, { name }: ScreenModel<State>): State | undefined {
  return context.journal.head.confirmed.screens[name] as State | undefined;
}

/** Returns the person's role in the selected system; undefined if none is selected. */
export function presentRole(snapshot: JournalSnapshot): number | undefined {
  return selectedSystem(shown(snapshot).account)?.RoleId;
}

/**
 * Returns the change of seen alarms that can be undone (ALM-25), based on what the host confirmed; undefined
 * for none.
 */
export function selectSeenToUndo({ context }: JournalSnapshot): SeenStep | undefined {
  return seenToUndo(context.history, confirmedMark(context));
}

/** Returns the undone change of seen alarms that can be redone. */
export function selectSeenToRedo({ context }: JournalSnapshot): SeenStep | undefined {
  return seenToRedo(context.history, confirmedMark(context));
}

function confirmedMark({ journal }: JournalSnapshot['context']): number | null {
  return selectedSystem(journal.head.confirmed.account)?.lastSeenAlarmId ?? null;
}
