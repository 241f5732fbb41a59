import { sql, type RawBuilder } from 'kysely';
import type { ChangedEntity } from '#model/changes/change-kinds.ts';
import { notFound } from '../api-error.ts';
import type { Database } from '../store/database.ts';
import { prepared } from '../store/prepared.ts';
import { entityTables, type EntityTable } from '../store/entity-tables.ts';

/** A row in the form that changes use; the fields have the contract's names. */
export type OwnedRow = {
  id: number;
  rev: number;
  name: string;
  fields: Record<string, unknown>;
  settings: Record<string, unknown>;
  kept: Record<string, unknown>;
};

/**
 * How a row is locked. With 'edit', other rows may still refer to it (a receiver's reports are stored); with
 * 'delete' they may not.
 */
export type Lock = 'edit' | 'delete';

/**
 * Builds the condition for rows of one system, which every query here must use. Leaves out hidden rows
 * (retired receivers); with `wanted` 'hidden', it selects only those.
 */
export function owned(
  entity: ChangedEntity,
  systemId: string,
  ids: readonly number[],
  wanted: 'seen' | 'hidden' = 'seen',
): RawBuilder<boolean> {
  const { table, id, system, hidden } = entityTables[entity];
  const isSeen = hidden === null ? sql`` : sql` and (${sql.ref(`${table}.${hidden}`)} is null) = ${wanted === 'seen'}`;
  return sql<boolean>`${sql.ref(`${table}.${system}`)} = ${systemId} and ${sql.ref(`${table}.${id}`)} = any(${ids})${isSeen}`;
}

/** Builds the columns to select for an `OwnedRow`. */
export function ownedColumns(entity: ChangedEntity): RawBuilder<unknown> {
  const { table, id, columns, settings, kept } = entityTables[entity];
  const fields = Object.entries(columns).map(([field, column]) => sql`${sql.lit(field)}, ${valueOf(entity, column)}`);
  const rest = kept.map((column) => sql`${sql.lit(column)}, ${sql.ref(`${table}.${column}`)}`);
  return sql`${sql.ref(`${table}.${id}`)} as id, ${sql.ref(`${table}.rev`)} as rev, ${nameOf(entityTables[entity])} as name,
    jsonb_build_object(${sql.join(fields)}) as fields,
    ${settings === null ? sql`'{}'::jsonb` : sql.ref(`${table}.${settings}`)} as settings, jsonb_build_object(${sql.join(rest)}) as kept`;
}

function valueOf(entity: ChangedEntity, column: string | null): RawBuilder<unknown> {
  const { table, codecs } = entityTables[entity];
  if (column === null) return nameOf(entityTables[entity]);
  const value = sql.ref(`${table}.${column}`);
  return codecs?.[column]?.read(value) ?? sql`${value}`;
}

function nameOf({ table, name }: EntityTable): RawBuilder<unknown> {
  if ('column' in name) return sql`${sql.ref(`${table}.${name.column}`)}`;
  if ('said' in name) return name.said;
  return sql`(select username from users where users.id = ${sql.ref(`${table}.${name.ofUser}`)})`;
}

/** Selects and locks rows of one entity, in the order of their ids. */
export function lockedRows(entity: ChangedEntity, systemId: string, ids: readonly number[], lock: Lock): RawBuilder<OwnedRow> {
  const { table, id } = entityTables[entity];
  const strength = lock === 'edit' ? sql`for no key update` : sql`for update`;
  return sql<OwnedRow>`select ${ownedColumns(entity)} from ${sql.table(table)}
    where ${owned(entity, systemId, ids)} order by ${sql.ref(`${table}.${id}`)} ${strength} of ${sql.table(table)}`;
}

/** A row as lists show it: id, fields and derived values. */
export type ListedRow = { id: number } & Record<string, unknown>;

/** Returns the rows of one entity as lists show them, by id; only those of `ids` if given. */
export async function listRows(
  db: Database['db'],
  entity: ChangedEntity,
  systemId: string,
  ids?: readonly number[],
): Promise<ListedRow[]> {
  const { table, id, system, derived = sql`'{}'::jsonb` } = entityTables[entity];
  const where = ids === undefined ? sql`${sql.ref(`${table}.${system}`)} = ${systemId}` : owned(entity, systemId, ids);
  const { rows } = await sql<OwnedRow & { derived: object }>`select ${ownedColumns(entity)}, ${derived} as derived
    from ${sql.table(table)} where ${where} order by ${sql.ref(`${table}.${id}`)}`.execute(db);
  return rows.map((row) => ({ id: row.id, ...row.fields, ...row.derived }));
}

/**
 * Locks and reads rows of one entity, in the order of their ids.
 * @throws ApiError 404 naming the first that the system does not have.
 */
export async function lockRows(
  db: Database['db'],
  entity: ChangedEntity,
  systemId: string,
  ids: readonly number[],
  lock: Lock,
): Promise<Map<number, OwnedRow>> {
  const { word } = entityTables[entity];
  const found = await lockFound(db, entity, systemId, ids, lock);
  const missing = ids.find((wanted) => !found.has(wanted));
  if (missing !== undefined) throw notFound(`There is no ${word} ${missing} here`);
  return found;
}

/** Like `lockRows`, but skips rows that the system does not have. */
export async function lockFound(
  db: Database['db'],
  entity: ChangedEntity,
  systemId: string,
  ids: readonly number[],
  lock: Lock,
): Promise<Map<number, OwnedRow>> {
  const { rows } = await sql<OwnedRow>`${prepared} ${lockedRows(entity, systemId, ids, lock)}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
