import * as v from 'valibot';
import { computedSchema } from '../fields/computed-schema.ts';
import { text } from '../fields/fields.ts';
import { operationId, whole } from '../fields/value-fields.ts';
import { authorSchema } from '../entities/author.ts';
import { type RoleId, hasRole } from '../entities/role.ts';
import {
  type ChangeKind,
  type ChangeKinds,
  type ChangeSort,
  type FieldsOf,
  changeKindNames,
  changeKinds,
  isChangeKind,
} from './change-kinds.ts';

/** The most items and bytes (of JSON) of one change that are sent; of a larger one only that it was made. */
export const maxPublishedItems = 1_000;
export const maxPublishedBytes = 256 * 1024;

/** How many changes one call returns at the most. */
export const maxChangesPerCall = 500;

/** The number of a change within its system, counted from 1 without a gap; 0 is before the first. */
export const revisionNumber = whole(0, Number.MAX_SAFE_INTEGER);

/** The order that a revision belongs to: another one begins when the system is restored from a backup. */
export const changeEpoch = v.pipe(text(64), v.minLength(1));

/** Up to which change of a system something was read, or is known. */
export const asOfSchema = v.object({ epoch: changeEpoch, revision: revisionNumber });
export type AsOf = v.InferOutput<typeof asOfSchema>;

type Part<Sort extends ChangeSort, Fields, Present extends ChangeSort> = Sort extends Present ? Fields : null;

/**
 * What one change did to one thing: `before` is null for what came to be, `after` for what went. `name` is
 * what it was called then.
 */
export type ChangeItem = {
  [Name in ChangeKind]: {
    kind: Name;
    id: number;
    name: string;
    before: Part<ChangeKinds[Name]['sort'], FieldsOf<Name>, 'edited' | 'deleted'>;
    after: Part<ChangeKinds[Name]['sort'], FieldsOf<Name>, 'edited' | 'created'>;
  };
}[ChangeKind];

/**
 * An item as a host keeps it: a host of another version on the same database may have written it, of a kind
 * that this one does not know.
 */
export type StoredItem = Pick<ChangeItem, 'id' | 'name'> & { kind: string } & Record<'before' | 'after', object | null>;

/** An item of a kind that this version does not know: it advances the revision and nothing else. */
export type UnknownItem = { kind: string; unknown: true };

const itemSchemas = changeKindNames.map((name) => {
  const { held, sort } = changeKinds[name];
  return v.strictObject({
    kind: v.literal(name),
    id: v.pipe(v.number(), v.integer()),
    name: v.string(),
    before: sort === 'created' ? v.null() : held,
    after: sort === 'deleted' ? v.null() : held,
  });
});

/** An item of a kind that this version knows; a field that stands not in its kind is refused. */
export const changeItemSchema = computedSchema<ChangeItem>(v.variant('kind', itemSchemas as never));

/** Any item, as the wire carries it: the host may be newer than the page. */
export const wireItemSchema = v.union([
  changeItemSchema,
  v.pipe(
    v.looseObject({
      kind: v.pipe(
        v.string(),
        v.check((kind) => !isChangeKind(kind), 'A known kind with the wrong fields'),
      ),
    }),
    v.transform(({ kind }): UnknownItem => ({ kind, unknown: true })),
  ),
]);

/** By what way a change was asked for. */
export const changeWays = ['console', 'admin', 'import', 'job', 'simulator', 'host'] as const;
export type ChangeWay = (typeof changeWays)[number];

/**
 * One change: all that one transaction did, in order. `at` in ms since the epoch. `items` leaves out what the
 * reader's role may not see, and is null where they are too many to be sent: then what they concern is to be
 * loaded again. `operation` is sent to the author alone. `undoes` is the revision that it takes back, null
 * where it is no undo.
 */
export const changeSchema = v.object({
  revision: revisionNumber,
  at: v.number(),
  by: authorSchema,
  through: v.picklist(changeWays),
  operation: v.optional(operationId),
  undoes: v.nullable(revisionNumber),
  items: v.nullable(v.array(wireItemSchema)),
});
export type Change = v.InferOutput<typeof changeSchema>;

/**
 * What the reply of every call that makes a change carries: what was done, and at which revision; nothing,
 * and the present one, where all was so already.
 */
export const changeReply = { ...asOfSchema.entries, items: v.array(wireItemSchema) };

/** The items that this version knows. */
export function knownItems(items: Change['items']): ChangeItem[] {
  return (items ?? []).filter((item): item is ChangeItem => !('unknown' in item));
}

/** True for an item of a kind that this version knows. */
export function isKnownItem(item: StoredItem): item is ChangeItem {
  return isChangeKind(item.kind);
}

/**
 * What a role may read of a change's items; of a kind that this version does not know nobody knows who may.
 */
export function itemsFor(items: readonly StoredItem[], role: RoleId): ChangeItem[] {
  return items.filter(isKnownItem).filter(({ kind }) => hasRole(role, changeKinds[kind].read));
}

/** The fields that an item sets or takes away; of what came or went all. */
export function touchedFields(item: Pick<StoredItem, 'before' | 'after'>): string[] {
  return Object.keys(item.after ?? item.before ?? {});
}
