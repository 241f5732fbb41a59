import { oppositeOf } from './asked-item.ts';
import { type ChangeKind, changeKinds, entityOf, isChangeKind } from './change-kinds.ts';
import type { ChangeItem } from './change.ts';

/** The verbs of kinds, by the part of the kind after the dot. `verbOf` derives the others. */
const verbs: Readonly<Record<string, string>> = {
  created: 'Create',
  deleted: 'Delete',
  retired: 'Retire',
  restored: 'Restore',
  renamed: 'Rename',
  moved: 'Move',
  placed: 'Move',
  added: 'Add',
  removed: 'Remove',
  switchedOff: 'Switch off',
  switchedOn: 'Switch on',
  ipChanged: 'Change IP address of',
  recoloured: 'Change colour of',
  relocated: 'Change location of',
  modelNamed: 'Change model of',
  configured: 'Change settings of',
  noted: 'Change field notes of',
  collaboratorsSwitched: 'Change access to collaborators of',
  deletionAnnounced: 'Announce deletions of',
  deletionMade: 'Delete data of',
};

/** The verb and the object of one item. `isMain` is true if it created or deleted a thing. */
type Part = { verb: string; name: string; entity: string; isMain: boolean };

/**
 * Names what a step did, briefly enough for a tooltip or a button (CHG-31): 'Rename Crest', 'Delete 3
 * receivers', 'Delete Ridge and more'. For 'redo', `items` are those of the undo, and the name is that of the
 * original step. Returns '' if there are no items.
 */
function stepName(items: readonly ChangeItem[], direction: 'undo' | 'redo'): string {
  const parts = items.map((item) => partOf(direction === 'undo' ? item : undone(item)));
  const main = parts.find(({ isMain }) => isMain) ?? parts[0];
  if (main === undefined) return '';
  const alike = parts.filter(({ verb, entity }) => verb === main.verb && entity === main.entity);
  const object = alike.length === 1 ? main.name : `${alike.length} ${plural(main.entity)}`;
  return `${main.verb} ${object}${alike.length === parts.length ? '' : ' and more'}`;
}

/** Returns 'Undo: Rename Crest' or 'Redo: Rename Crest' (CHG-31); only `word` if there are no items. */
export function namedStep(word: string, items: readonly ChangeItem[], direction: 'undo' | 'redo'): string {
  const name = stepName(items, direction);
  return name === '' ? word : `${word}: ${name}`;
}

function undone({ kind, name, before, after }: ChangeItem): Said {
  return { kind: oppositeOf(kind), name, before: after, after: before };
}

type Said = { kind: ChangeKind; name: string; before: object | null; after: object | null };

function partOf({ kind, name, before, after }: Said): Part {
  const what = kind.slice(kind.indexOf('.') + 1);
  const isMain = isChangeKind(kind) && changeKinds[kind].sort !== 'edited';
  const was: unknown = what === 'renamed' ? Object.values(before ?? {})[0] : undefined;
  return {
    verb: stateVerb(what, after) ?? verbs[what] ?? verbOf(what),
    name: typeof was === 'string' ? was : name,
    entity: entityOf(kind),
    isMain,
  };
}

/** Turns 'pointStyleChanged' into 'Change point style of', and 'updated' into 'Change'. */
function verbOf(what: string): string {
  const field = /^(.+)Changed$/.exec(what)?.[1]?.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return field === undefined ? 'Change' : `Change ${field} of`;
}

/** Returns the verb of a switch, which depends on its new value; undefined for other kinds. */
function stateVerb(what: string, after: object | null): string | undefined {
  const now = Object.values(after ?? {})[0];
  if (what === 'enabledChanged') return now === true ? 'Enable' : 'Disable';
  if (what === 'snoozed') return now === null ? 'End snooze of' : 'Snooze';
  if (what === 'switched') return now === true ? 'Show' : 'Hide';
  return undefined;
}

function plural(entity: string): string {
  return entity === 'member' ? 'people' : `${entity}s`;
}
