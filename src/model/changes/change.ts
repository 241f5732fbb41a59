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

/**
 * The most items, and the most bytes of JSON, of a change that is sent with its items. A larger change is
 * sent without them.
 */
export const maxPublishedItems = 1_000;
export const maxPublishedBytes = 256 * 1024;

/** The most changes that one call returns. */
export const maxChangesPerCall = 500;

/**
 * The number of a change within its system. Revisions start at 1 and have no gaps; 0 means before the first
 * change.
 */
export const revisionNumber = whole(0, Number.MAX_SAFE_INTEGER);

/** The sequence that a revision belongs to. A new one begins when the system is restored from a backup. */
export const changeEpoch = v.pipe(text(64), v.minLength(1));

/** The revision up to which data are complete. */
export const asOfSchema = v.object({ epoch: changeEpoch, revision: revisionNumber });
export type AsOf = v.InferOutput<typeof asOfSchema>;

type Part<Sort extends ChangeSort, Fields, Present extends ChangeSort> = Sort extends Present ? Fields : null;

/**
 * What a change did to one thing. `before` is null if the thing was created, `after` if it was deleted.
 * `name` is the name of the thing at that time.
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
 * A stored item. A host of another version that uses the same database may have written it, so this version
 * may not know its kind.
 */
export type StoredItem = Pick<ChangeItem, 'id' | 'name'> & { kind: string } & Record<'before' | 'after', object | null>;

/**
 * An item of a kind that this version does not know. Its change counts as received, but the item has no
 * effect.
 */
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

/** An item of a known kind; fields that are not in its kind are refused. */
export const changeItemSchema = computedSchema<ChangeItem>(v.variant('kind', itemSchemas as never));

/** An item on the wire. Its kind may be unknown, because the host may be newer than the page. */
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

/** The origins of a change. */
export const changeWays = ['console', 'admin', 'import', 'job', 'simulator', 'host'] as const;
export type ChangeWay = (typeof changeWays)[number];

/**
 * One change: everything that one transaction did, in order. `at` is in ms since 1970. `items` leaves out
 * items that the reader's role may not see. It is null if the items are too large to send; the reader then
 * loads the changed things again. Only the author receives `operation`. `undoes` is the revision that this
 * change undoes, or null.
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
 * The fields in the reply of every call that makes a change: its items and revision. If nothing had to
 * change, `items` is empty and the revision is the current one.
 */
export const changeReply = { ...asOfSchema.entries, items: v.array(wireItemSchema) };

export function knownItems(items: Change['items']): ChangeItem[] {
  return (items ?? []).filter((item): item is ChangeItem => !('unknown' in item));
}

export function isKnownItem(item: StoredItem): item is ChangeItem {
  return isChangeKind(item.kind);
}

/**
 * Returns the items that a role may read. Leaves out items of unknown kinds, because the roles that may read
 * them are unknown.
 */
export function itemsFor(items: readonly StoredItem[], role: RoleId): ChangeItem[] {
  return items.filter(isKnownItem).filter(({ kind }) => hasRole(role, changeKinds[kind].read));
}

/** Returns the names of the fields that an item sets or removes; all fields of a created or deleted thing. */
export function touchedFields(item: Pick<StoredItem, 'before' | 'after'>): string[] {
  return Object.keys(item.after ?? item.before ?? {});
}
