import type { RequestFor } from '../contract/call.ts';
import type { Contract, ReplyOf } from '../contract/table.ts';
import type { FactOf } from './facts.ts';
import type { SeenStep } from './undo.ts';
import { type AskedItem, reversed } from '../changes/asked-item.ts';
import { type ChangedEntity, changeKinds } from '../changes/change-kinds.ts';
import type { ChangeItem } from '../changes/change.ts';
import { namedStep } from '../changes/step-name.ts';

/** The calls of edits (services/changes/edit-calls.ts): of a system's things, and of a person's settings. */
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
 * One change of a system's things that a person asks for: the call that makes it, what it shows until it is
 * answered, the queue in which it waits for those before it (one per entity and field, so that two of the
 * same never overtake each other), and what is said of it.
 */
export type Edit = Asked<SystemEditName> & {
  items: readonly AskedItem[];
  key: string;
  /** Said where the host answers with an error without words. */
  failureText: string;
  /** Said when it is done. */
  doneText: string;
  /** True where the host would not take it back. */
  isFinal?: boolean;
};

/**
 * A change of the person's own settings: confirmed by its reply, taken back on an error or where no answer
 * comes.
 */
export type PersonalEdit = Asked<PersonalEditName> & {
  proposal: FactOf<'alarms.seen'>;
  key: string;
  failureText: string;
};

/** True for a change of a system's things, which the host numbers. */
export function isSystemEdit(edit: Edit | PersonalEdit): edit is Edit {
  return 'items' in edit;
}

/** True when an edit is of this thing, or of one of its fields where one is named. */
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

/** Takes one's own change back, or an undo of it, which is what a redo does. `items` is what it did. */
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

/** Marks the alarms of a system as seen, up to the id `to`; `from` is the mark before, null for none. */
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
 * What the host answered of a mark, as a fact. Where another page has seen more, that mark is not this page's
 * to take back, and `before` is not known.
 */
export function confirmedMark(asked: FactOf<'alarms.seen'>, answer: ReplyOf<'setLastSeen'>): FactOf<'alarms.seen'> {
  const { lastSeenAlarmId, lastSeenVersion: version } = answer;
  const before = lastSeenAlarmId === asked.lastSeenAlarmId ? asked.before : null;
  return { ...asked, lastSeenAlarmId: lastSeenAlarmId ?? asked.lastSeenAlarmId, before, version };
}

/** Takes such a mark back: the alarms after `from` are unseen again (ALM-25). */
export function markUnseen(mitasId: string, { from, to }: SeenStep): PersonalEdit {
  return {
    call: 'setLastSeen',
    request: { body: { mitasId, lastSeenAlarmId: from, insteadOf: to } },
    proposal: { type: 'alarms.seen', lastSeenAlarmId: from, before: to, takenBack: true, version: null },
    key: 'alarms.seen',
    failureText: 'Could not mark the alarms as unseen',
  };
}
