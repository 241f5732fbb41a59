import * as v from 'valibot';
import { computedSchema } from '../fields/computed-schema.ts';
import {
  type ChangeKind,
  type ChangeKinds,
  type FieldsOf,
  type KindOfSort,
  changeKindNames,
  changeKinds,
  wholeKinds,
} from './change-kinds.ts';
import type { ChangeItem } from './change.ts';

/**
 * A requested change of one thing: its new field values, or null to delete it. A request can create only a
 * thing that existed before, with its old id.
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

export const askedItemSchema = computedSchema<AskedItem>(v.variant('kind', askedSchemas as never));

type Whole = (typeof wholeKinds)[keyof typeof wholeKinds][number];
type Opposite<Name extends ChangeKind> = KindOfSort<
  ChangeKinds[Name]['entity'],
  { created: 'deleted'; deleted: 'created'; edited: 'edited' }[ChangeKinds[Name]['sort']]
>;
/**
 * The kinds that create or delete a thing but are not in `wholeKinds`. Each needs an entry in
 * `otherOpposites`.
 */
type OtherWay = Exclude<{ [Name in ChangeKind]: ChangeKinds[Name]['sort'] extends 'edited' ? never : Name }[ChangeKind], Whole>;
type Opposites = { [Name in OtherWay]: Opposite<Name> } & { [Name in ChangeKind]?: Opposite<Name> };

/** The opposites of `OtherWay` kinds, and of edits whose opposite is another kind. */
const otherOpposites = {
  'receiver.retired': 'receiver.restored',
  'receiver.restored': 'receiver.retired',
  'system.switchedOff': 'system.switchedOn',
  'system.switchedOn': 'system.switchedOff',
  'invitation.accepted': 'invitation.sent',
} as const satisfies Opposites;

const opposites: Readonly<Record<string, ChangeKind>> = {
  ...Object.fromEntries(
    Object.values(wholeKinds).flatMap(([made, gone]) => [
      [made, gone],
      [gone, made],
    ]),
  ),
  ...otherOpposites,
};

/** Returns the kind of change that undoes `kind`. Most edits are undone by an edit of the same kind. */
export function oppositeOf(kind: ChangeKind): ChangeKind {
  return opposites[kind] ?? kind;
}

/**
 * Returns the items that undo a change, in reverse order. The page shows them as a proposal, and the host
 * applies them.
 */
export function reversed(items: readonly ChangeItem[]): AskedItem[] {
  return items.toReversed().map(({ kind, id, before }) => ({ kind: oppositeOf(kind), id, after: before }) as AskedItem);
}
