import type { RequestFor } from '../contract/call.ts';
import type { Contract, ReplyOf } from '../contract/table.ts';
import type { FactOf } from './facts.ts';
import type { SeenStep } from './undo.ts';
import { type AskedItem, reversed } from '../changes/asked-item.ts';
import { type ChangedEntity, changeKinds } from '../changes/change-kinds.ts';
import type { ChangeItem } from '../changes/change.ts';
import { namedStep } from '../changes/step-name.ts';

/** The calls that make edits of a system and of a person's settings (services/changes/edit-calls.ts). */
type SystemEditName =
  | 'renameReceiver'
  | 'setReceiverIp'
  | 'setReceiverPort'
  | 'setReceiverEnabled'
  | 'recolourReceiver'
  | 'moveReceiver'
  | 'setReceiverLocation'
  | 'snoozeReceivers'
  | 'unsnoozeReceivers'
  | 'createSite'
  | 'renameSite'
  | 'recolourSite'
  | 'setSitePointStyle'
  | 'deleteSite'
  | 'undoChange';
type PersonalEditName = 'setLastSeen';
export type EditName = SystemEditName | PersonalEditName;

type Asked<Name extends EditName> = { [Each in Name]: { call: Each; request: RequestFor<Contract[Each]> } }[Name];

/**
 * A change of a system that a person requested: the call that makes it, the items that the page shows until
 * the answer arrives, the key of its queue (one per entity and field, so that two edits of the same field
 * never overtake each other), and its texts.
 */
export type Edit = Asked<SystemEditName> & {
  items: readonly AskedItem[];
  key: string;
  /** Shown if the host's error has no text. */
  failureText: string;
  /** Shown when the edit is done. */
  doneText: string;
  /** True if the host will not undo the edit. */
  isFinal?: boolean;
};

/** A change of the person's own settings. Its reply confirms it; an error or a missing answer reverts it. */
export type PersonalEdit = Asked<PersonalEditName> & {
  proposal: FactOf<'alarms.seen'>;
  key: string;
  failureText: string;
};

/**
 * Returns true for an edit of a system, which gets a revision from the host; false for one of the person's
 * settings.
 */
export function isSystemEdit(edit: Edit | PersonalEdit): edit is Edit {
  return 'items' in edit;
}

/** Returns true if the edit concerns this entity or, if `field` is given, this field of it. */
export function concerns({ items }: Pick<Edit, 'items'>, entity: ChangedEntity, id: number, field?: string): boolean {
  return items.some(
    (item) =>
      changeKinds[item.kind].entity === entity &&
      item.id === id &&
      (field === undefined || Object.hasOwn(item.after ?? {}, field)),
  );
}

type Named = { id: number; alias: string };

export function renameReceiver(mitasId: string, { id, alias: oldName }: Named, alias: string): Edit {
  return {
    call: 'renameReceiver',
    request: { params: { mitasId, id }, body: { oldName, newName: alias } },
    items: [{ kind: 'receiver.renamed', id, after: { alias } }],
    key: `receiver ${id} alias`,
    failureText: 'Could not rename the receiver',
    doneText: `${oldName} is now called ${alias}`,
  };
}

export function setReceiverEnabled(mitasId: string, { id, alias }: Named, enabled: boolean): Edit {
  return {
    call: 'setReceiverEnabled',
    request: { params: { mitasId, id }, body: { enabled } },
    items: [{ kind: 'receiver.enabledChanged', id, after: { enabled } }],
    key: `receiver ${id} enabled`,
    failureText: `The receiver could not be ${enabled ? 'enabled' : 'disabled'}`,
    doneText: `${alias} is ${enabled ? 'enabled' : 'disabled'}`,
  };
}

export function renameSite(mitasId: string, { id, alias: oldName }: Named, alias: string): Edit {
  return {
    call: 'renameSite',
    request: { params: { mitasId, id }, body: { newName: alias } },
    items: [{ kind: 'site.renamed', id, after: { alias } }],
    key: `site ${id} alias`,
    failureText: 'Could not rename the site',
    doneText: `${oldName} is now called ${alias}`,
  };
}

/**
 * Undoes a change that this page made; to redo the change, undoes its undo. `items` is what the undone change
 * did.
 */
export function undoChange(
  mitasId: string,
  { epoch, revision, items }: { epoch: string; revision: number; items: readonly ChangeItem[] },
  direction: 'undo' | 'redo',
): Edit {
  return {
    call: 'undoChange',
    request: { params: { mitasId, revision }, query: { epoch } },
    items: reversed(items),
    key: `change ${revision}`,
    failureText: direction === 'undo' ? 'Could not undo the change' : 'Could not redo the change',
    doneText: namedStep(direction === 'undo' ? 'Undone' : 'Redone', items, direction),
  };
}

/** Marks a system's alarms up to the id `to` as seen. `from` is the previous mark, null for none. */
export function markSeen(mitasId: string, { from, to }: { from: number | null; to: number }): PersonalEdit {
  return {
    call: 'setLastSeen',
    request: { body: { mitasId, lastSeenAlarmId: to } },
    proposal: { type: 'alarms.seen', lastSeenAlarmId: to, before: from, takenBack: false, version: null },
    key: 'alarms.seen',
    failureText: 'Could not mark the alarms as seen',
  };
}

/**
 * Returns the host's answer to a mark as a fact. If the answer has another alarm, another page has marked
 * further; this page cannot take that mark back, so `before` is null.
 */
export function confirmedMark(asked: FactOf<'alarms.seen'>, answer: ReplyOf<'setLastSeen'>): FactOf<'alarms.seen'> {
  const { lastSeenAlarmId, lastSeenVersion: version } = answer;
  const before = lastSeenAlarmId === asked.lastSeenAlarmId ? asked.before : null;
  return { ...asked, lastSeenAlarmId: lastSeenAlarmId ?? asked.lastSeenAlarmId, before, version };
}

/** Takes a mark back: the alarms after `from` are unseen again (ALM-25). */
export function markUnseen(mitasId: string, { from, to }: SeenStep): PersonalEdit {
  return {
    call: 'setLastSeen',
    request: { body: { mitasId, lastSeenAlarmId: from, insteadOf: to } },
    proposal: { type: 'alarms.seen', lastSeenAlarmId: from, before: to, takenBack: true, version: null },
    key: 'alarms.seen',
    failureText: 'Could not mark the alarms as unseen',
  };
}
