import * as v from 'valibot';
import { type ChangeKind, type ChangeKinds, type FieldsOf, changeKindNames, changeKinds } from './change-kinds.ts';
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
} as const satisfies { [Name in ChangeKind]?: ChangeKind };

/** What takes a change back, last item first, as its undo asks for it and the host makes it. */
export function reversed(items: readonly ChangeItem[]): AskedItem[] {
  return items.toReversed().map(({ kind, id, before }) => {
    const opposite = Object.hasOwn(opposites, kind) ? opposites[kind as keyof typeof opposites] : kind;
    return { kind: opposite, id, after: before } as AskedItem;
  });
}
