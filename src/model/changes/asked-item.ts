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

export const askedItemSchema = computedSchema<AskedItem>(v.variant('kind', askedSchemas as never));

type Whole = (typeof wholeKinds)[keyof typeof wholeKinds][number];
type Opposite<Name extends ChangeKind> = KindOfSort<
  ChangeKinds[Name]['entity'],
  { created: 'deleted'; deleted: 'created'; edited: 'edited' }[ChangeKinds[Name]['sort']]
>;
/** The further ways to come and go, of which each needs its opposite. */
type OtherWay = Exclude<{ [Name in ChangeKind]: ChangeKinds[Name]['sort'] extends 'edited' ? never : Name }[ChangeKind], Whole>;
type Opposites = { [Name in OtherWay]: Opposite<Name> } & { [Name in ChangeKind]?: Opposite<Name> };

/** Those ways, and the edits that have a kind for each way. */
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

/** The kind of change that takes one back; of most edits that is the same kind. */
export function oppositeOf(kind: ChangeKind): ChangeKind {
  return opposites[kind] ?? kind;
}

/** What takes a change back, last item first, as its undo asks for it and the host makes it. */
export function reversed(items: readonly ChangeItem[]): AskedItem[] {
  return items.toReversed().map(({ kind, id, before }) => ({ kind: oppositeOf(kind), id, after: before }) as AskedItem);
}
