import * as v from 'valibot';
import {
  type ChangeKind,
  type ChangeKinds,
  type FieldsOf,
  type KindOfSort,
  changeKindNames,
  changeKinds,
} from './change-kinds.ts';
import type { ChangeItem } from './change.ts';

/**
 * What somebody asks to be done to one thing: what its fields become, null where it goes. One that comes to
 * be is asked for under an id it had before.
 */
export type AskedItem = {
  [Name in ChangeKind]: {
    kind: Name;
    id: number;
    after: ChangeKinds[Name]['sort'] extends 'deleted' ? null : FieldsOf<Name>;
  };
}[ChangeKind];

const askedSchemas = changeKindNames.map((name) => {
  const { held, sort } = changeKinds[name];
  return v.strictObject({
    kind: v.literal(name),
    id: v.pipe(v.number(), v.integer()),
    after: sort === 'deleted' ? v.null() : held,
  });
});

export const askedItemSchema = v.variant('kind', askedSchemas as never) as unknown as v.GenericSchema<unknown, AskedItem>;

type Coming = { [Name in ChangeKind]: ChangeKinds[Name]['sort'] extends 'edited' ? never : Name }[ChangeKind];
type Opposite<Name extends ChangeKind> = KindOfSort<
  ChangeKinds[Name]['entity'],
  { created: 'deleted'; deleted: 'created'; edited: 'edited' }[ChangeKinds[Name]['sort']]
>;
type Opposites = { [Name in Coming]: Opposite<Name> } & { [Name in ChangeKind]?: Opposite<Name> };

/** Every kind by which a thing comes or goes, and the edits that have a kind for each way. */
const opposites = {
  'receiver.created': 'receiver.deleted',
  'receiver.deleted': 'receiver.created',
  'receiver.retired': 'receiver.restored',
  'receiver.restored': 'receiver.retired',
  'site.created': 'site.deleted',
  'site.deleted': 'site.created',
  'system.switchedOff': 'system.switchedOn',
  'system.switchedOn': 'system.switchedOff',
  'member.added': 'member.removed',
  'member.removed': 'member.added',
  'invitation.sent': 'invitation.withdrawn',
  'invitation.withdrawn': 'invitation.sent',
  'invitation.accepted': 'invitation.sent',
  'layer.added': 'layer.removed',
  'layer.removed': 'layer.added',
  'animal.created': 'animal.deleted',
  'animal.deleted': 'animal.created',
  'transmitter.created': 'transmitter.deleted',
  'transmitter.deleted': 'transmitter.created',
  'tag.created': 'tag.deleted',
  'tag.deleted': 'tag.created',
} as const satisfies Opposites;

/** The kind of change that takes one back; of most edits that is the same kind. */
export function oppositeOf(kind: ChangeKind): ChangeKind {
  return (opposites as Opposites)[kind] ?? kind;
}

/** What takes a change back, last item first, as its undo asks for it and the host makes it. */
export function reversed(items: readonly ChangeItem[]): AskedItem[] {
  return items.toReversed().map(({ kind, id, before }) => ({ kind: oppositeOf(kind), id, after: before }) as AskedItem);
}
