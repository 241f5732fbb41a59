import { type RawBuilder, sql } from 'kysely';
import {
  type Change,
  type ChangeItem,
  type ChangeWay,
  isKnownItem,
  itemsFor,
  maxPublishedBytes,
  maxPublishedItems,
  type StoredItem,
} from '#model/changes/change.ts';
import type { RoleId } from '#model/entities/role.ts';

/**
 * A change as read from the database. `isLarge`: too large to be sent with its items. `hasUnknown`: some
 * items were left out, because this version does not know their kind.
 */
export type StoredChange = Omit<Change, 'items' | 'operation' | 'through'> & {
  through: ChangeWay;
  operation: string;
  items: ChangeItem[];
  isLarge: boolean;
  hasUnknown: boolean;
};

/** A row with the columns of `changeColumns`. */
export type ChangeRow = {
  revision: number;
  at: Date;
  user_id: number | null;
  user_name: string | null;
  through: ChangeWay;
  operation: string;
  undoes: number | null;
  items: StoredItem[] | null;
  is_large: boolean;
};

const isLarge = sql`(bytes > ${sql.lit(maxPublishedBytes)} or item_count > ${sql.lit(maxPublishedItems)})`;

/**
 * Builds the columns to select from `changes`. Items that are too large to be sent are null, unless `whole`.
 */
export function changeColumns(whole = false): RawBuilder<unknown> {
  const items = whole ? sql`items` : sql`case when ${isLarge} then null else items end as items`;
  return sql`revision, at, user_id, user_name, through, operation, undoes, ${items}, ${isLarge} as is_large`;
}

export function toStoredChange({ at, user_id, user_name, items, is_large, ...row }: ChangeRow): StoredChange {
  const by = user_id === null ? null : { id: user_id, name: user_name ?? '' };
  const known = (items ?? []).filter(isKnownItem);
  const hasUnknown = known.length < (items?.length ?? 0);
  return { ...row, at: at.getTime(), by, items: known, isLarge: is_large, hasUnknown };
}

/**
 * Returns a change as a reader may see it: without items that their role may not read, and with its operation
 * only for its author.
 */
export function changeFor(stored: StoredChange, reader: { userId: number; role: RoleId }): Change {
  const { isLarge: tooLarge, hasUnknown: _, operation, items, ...change } = stored;
  return {
    ...change,
    ...(change.by?.id === reader.userId ? { operation } : {}),
    items: tooLarge ? null : itemsFor(items, reader.role),
  };
}
