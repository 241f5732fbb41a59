import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import type { ChangeItem } from '#model/changes/change.ts';
import {
  changeKinds,
  type ChangedEntity,
  type ChangeKind,
  type ChangeSort,
  type FieldsOf,
  type KindOfSort,
  wholeKinds,
} from '#model/changes/change-kinds.ts';
import type { Database } from '../store/database.ts';
import { prepared } from '../store/prepared.ts';
import { notFound } from '../api-error.ts';
import { refuseConflict } from './conflicts.ts';
import { entityTables, type EntityFields } from '../store/entity-tables.ts';
import { keptPlaces, type PlaceTrack } from '../store/fleet/receiver-places.ts';
import { endRetiredState } from '../store/fleet/receiver-states.ts';
import { setSnooze } from '../store/fleet/snoozes.ts';
import { type Lock, lockedRows, lockFound, lockRows, owned, ownedColumns, type OwnedRow } from './owned-rows.ts';

/** Kinds of change to data that belong to a receiver but are stored in other tables. */
export type BesideKind = 'receiver.noted' | 'receiver.snoozed';
/** Kinds of change that set columns or settings of a row. */
export type EditKind = Exclude<KindOfSort<ChangedEntity, 'edited'>, BesideKind>;
/** Entities that are created and deleted during a system's life. */
export type MadeEntity = Exclude<ChangedEntity, 'system'>;

/** What a change keeps for its undo: the columns of a deleted row, or the earlier places of a receiver. */
export type KeptRow = Record<string, unknown>;

/** The kinds of change that move a receiver, and the part of its place that each one changes. */
export const placeTracks = {
  'receiver.relocated': 'coordinates',
  'receiver.moved': 'site',
} as const satisfies Partial<Record<ChangeKind, PlaceTrack>>;
export type PlaceKind = keyof typeof placeTracks;

/**
 * Returns whether a kind of change moves a receiver. Such a change keeps the receiver's earlier places, for
 * an exact undo.
 */
function isPlaceKind(kind: ChangeKind): kind is PlaceKind {
  return Object.hasOwn(placeTracks, kind);
}

/** Returns the name under which a change keeps the earlier places of a receiver. */
export const placesKey = (rxId: number): string => `places ${rxId}`;

/**
 * Writes the rows of one change. Before it writes a row, it locks the row, checks that it belongs to the
 * system, and records its present values. A writer is used only in its transaction.
 */
export class ChangeWriter {
  /** The transaction, for reads and for writes to other tables. */
  readonly db: Database['db'];
  readonly systemId: string;
  readonly #rows = new Map<string, OwnedRow>();
  #items: ChangeItem[] = [];
  readonly #kept: Record<string, KeptRow> = {};

  constructor(db: Database['db'], systemId: string) {
    this.db = db;
    this.systemId = systemId;
  }

  /** The items of the change so far, without those whose values ended up as before. */
  get items(): readonly ChangeItem[] {
    return this.#items.filter(({ before, after }) => !isDeepStrictEqual(before, after));
  }

  /** The deleted rows, by `entity id`, and the earlier places of receivers, by `placesKey`. */
  get kept(): Readonly<Record<string, KeptRow>> {
    return this.#kept;
  }

  /**
   * Locks several rows of one entity, in the order of their ids, before they are edited or removed one by
   * one. Lock several entities in the order receiver, site, system, member.
   * @throws ApiError 404 if a row is not of this system.
   */
  async lock(entity: ChangedEntity, ids: readonly number[], lock: Lock = 'edit'): Promise<OwnedRow[]> {
    const rows = await lockRows(this.db, entity, this.systemId, ids, lock);
    for (const row of rows.values()) this.#rows.set(`${entity} ${row.id}`, row);
    return [...rows.values()];
  }

  /** Like `lock`, but skips rows that no longer exist. */
  async lockPresent(entity: ChangedEntity, ids: readonly number[], lock: Lock = 'edit'): Promise<void> {
    const rows = await lockFound(this.db, entity, this.systemId, ids, lock);
    for (const row of rows.values()) this.#rows.set(`${entity} ${row.id}`, row);
  }

  /**
   * Returns the fields and settings of a row that this writer has locked, created or edited; undefined for
   * any other row.
   */
  fieldsOf(entity: ChangedEntity, id: number): KeptRow | undefined {
    const row = this.#rows.get(`${entity} ${id}`);
    return row === undefined ? undefined : { ...row.fields, ...row.settings };
  }

  /**
   * Creates a row and returns its id. Fields that are left out get the database's defaults. A member's `id`
   * is the user's and must be given. `columns` are stored too, but appear in no change.
   */
  async create<Entity extends MadeEntity>(
    entity: Entity,
    fields: Partial<EntityFields<Entity>>,
    { id, columns = {} }: { id?: number; columns?: KeptRow } = {},
  ): Promise<number> {
    const { table, id: idColumn, system } = entityTables[entity];
    const values: KeptRow = { [system]: this.systemId, ...columns, ...columnsOf(entity, fields) };
    if (id !== undefined) values[idColumn] = id;
    // The database assigns ids, except to a deleted row that an undo brings back, and to members.
    const overriding = id === undefined || entity === 'member' ? sql`` : sql`overriding system value`;
    const { rows } =
      await sql<OwnedRow>`insert into ${sql.table(table)} (${sql.join(Object.keys(values).map((column) => sql.ref(column)))})
      ${overriding} values (${sql.join(Object.values(values).map(columnValue))}) returning ${ownedColumns(entity)}`.execute(
        this.db,
      );
    const [row] = rows;
    if (row === undefined) throw new Error(`A ${entityTables[entity].word} was made and is not there`);
    this.#rows.set(`${entity} ${row.id}`, row);
    this.#note(wholeKinds[entity][0], row, null, row.fields);
    return row.id;
  }

  /**
   * Sets fields of one row. Returns false, and writes nothing, if they have these values already. `since`:
   * the revision that the person has seen.
   * @throws ApiError 409 if another change set one of these fields after `since`, with its value, author and
   * time; 404 if the system has no such row.
   */
  async edit<Kind extends EditKind>(
    kind: Kind,
    id: number,
    fields: FieldsOf<Kind>,
    { since }: { since?: number | undefined } = {},
  ): Promise<boolean> {
    const { entity } = changeKinds[kind];
    if (Object.keys(fields).length === 0) return false;
    const isQuick = since === undefined && !isPlaceKind(kind) && !this.#rows.has(`${entity} ${id}`);
    const overwritten = isQuick ? await this.#overwritten(entity, id, fields) : undefined;
    const row = overwritten ?? (await this.#locked(entity, id, 'edit'));
    const before = pick({ ...row.fields, ...row.settings }, Object.keys(fields));
    if (isDeepStrictEqual(before, fields)) return false;
    if (since !== undefined && row.rev > since) await refuseConflict(this, { entity, row, fields, since });
    if (isPlaceKind(kind)) await this.#keepPlaces(id);
    if (overwritten === undefined) {
      const { table } = entityTables[entity];
      const set = assignments(entity, fields);
      await sql`${prepared} update ${sql.table(table)} set ${set} where ${owned(entity, this.systemId, [id])}`.execute(this.db);
    }
    this.#note(kind, row, before, { ...fields });
    const isColumn = (name: string) => Object.hasOwn(entityTables[entity].columns, name);
    row.fields = { ...row.fields, ...kept(fields, isColumn) };
    row.settings = { ...row.settings, ...kept(fields, (name) => !isColumn(name)) };
    return true;
  }

  /**
   * Deletes a row. Rows that refer to it must already be gone, or be deleted with it by the database.
   * @throws ApiError 404 if the system has no such row.
   */
  async remove(entity: MadeEntity, id: number, kind: ChangeKind = wholeKinds[entity][1]): Promise<void> {
    const row = await this.#locked(entity, id, 'delete');
    // Ends the snooze as an item of its own, so that an undo restores it as well.
    if (entity === 'receiver') await this.snooze(id, null);
    await sql`delete from ${sql.table(entityTables[entity].table)} where ${owned(entity, this.systemId, [id])}`.execute(this.db);
    this.#rows.delete(`${entity} ${id}`);
    this.#kept[`${entity} ${id}`] = row.kept;
    this.#note(kind, row, row.fields, null);
  }

  /**
   * Retires a receiver and keeps its data (RX-35). @throws ApiError 404 if the system has no such receiver.
   */
  async retire(id: number): Promise<void> {
    const row = await this.#locked('receiver', id, 'delete');
    await sql`update receivers set retired_at = clock_timestamp(), retired_heard_at = null
      where ${owned('receiver', this.systemId, [id])}`.execute(this.db);
    this.#rows.delete(`receiver ${id}`);
    this.#note('receiver.retired', row, row.fields, null);
  }

  /**
   * Brings a retired receiver back, to the site `siteId` if given. If the receiver has fallen silent, it
   * comes back as offline. Locks its site first, so that the site cannot be deleted in between.
   * @throws ApiError 404 if the system has no such retired receiver.
   */
  async restore(id: number, siteId?: number | null): Promise<void> {
    await sql`select from sites where id = (select site_id from receivers
      where ${owned('receiver', this.systemId, [id], 'hidden')}) for key share`.execute(this.db);
    await this.#keepPlaces(id);
    await endRetiredState(this, this.systemId, id);
    const place = siteId === undefined ? sql`` : sql`, site_id = ${siteId}`;
    const { rows } = await sql<OwnedRow>`update receivers set retired_at = null, retired_heard_at = null ${place}
      where ${owned('receiver', this.systemId, [id], 'hidden')} returning ${ownedColumns('receiver')}`.execute(this.db);
    const [row] = rows;
    if (row === undefined) throw notFound(`There is no retired receiver ${id} here`);
    this.#rows.set(`receiver ${id}`, row);
    this.#note('receiver.restored', row, null, row.fields);
  }

  /**
   * Locks a receiver and changes data of it that are stored in other tables. `work` makes the change and
   * returns the values before and after.
   * @throws ApiError 404 if there is no such receiver.
   */
  async beside<Kind extends BesideKind>(
    kind: Kind,
    rxId: number,
    work: () => Promise<{ before: FieldsOf<Kind>; after: FieldsOf<Kind> }>,
  ): Promise<void> {
    const row = await this.#locked('receiver', rxId, 'edit');
    const { before, after } = await work();
    this.#note(kind, row, { ...before }, { ...after });
  }

  /**
   * Silences a receiver's alarms until a time (ms since 1970); null ends the silence. An expired snooze
   * counts as none.
   * @throws ApiError 404 if there is no such receiver.
   */
  async snooze(rxId: number, until: number | null): Promise<void> {
    await this.beside('receiver.snoozed', rxId, async () => ({
      before: { snoozeUntil: await setSnooze(this, rxId, until) },
      after: { snoozeUntil: until },
    }));
  }

  /** Keeps the receiver's earlier places with the change, for an exact undo. */
  async #keepPlaces(rxId: number): Promise<void> {
    this.#kept[placesKey(rxId)] ??= { places: await keptPlaces(this, rxId) };
  }

  /**
   * Locks a row and sets its fields in one round trip. Returns the row as it was before. Returns undefined
   * and writes nothing if the row does not exist, or had these values when the statement began. In that case
   * lock the row and compare again, because another change may just be setting other values.
   */
  async #overwritten(entity: ChangedEntity, id: number, fields: KeptRow): Promise<OwnedRow | undefined> {
    const { table, id: idColumn, settings } = entityTables[entity];
    const differs = Object.entries(columnsOf(entity, fields)).map(([column, value]) =>
      column === settings
        ? sql`jsonb_strip_nulls(${sql.ref(`${table}.${column}`)} || ${columnValue(value)}::jsonb) is distinct from ${sql.ref(`${table}.${column}`)}`
        : sql`${sql.ref(`${table}.${column}`)} is distinct from ${columnValue(value)}`,
    );
    const { rows } =
      await sql<OwnedRow>`${prepared} with before as materialized (${lockedRows(entity, this.systemId, [id], 'edit')})
      update ${sql.table(table)} set ${assignments(entity, fields)} from before
      where ${owned(entity, this.systemId, [id])} and ${sql.ref(`${table}.${idColumn}`)} = before.id and (${sql.join(differs, sql` or `)})
      returning before.*`.execute(this.db);
    const [row] = rows;
    if (row !== undefined) this.#rows.set(`${entity} ${id}`, row);
    return row;
  }

  async #locked(entity: ChangedEntity, id: number, lock: Lock): Promise<OwnedRow> {
    const known = this.#rows.get(`${entity} ${id}`);
    if (known !== undefined && lock === 'edit') return known;
    const [row] = await this.lock(entity, [id], lock);
    return row as OwnedRow;
  }

  /**
   * Adds an item. A second edit of the same kind and row is merged into the first: `before` of the first,
   * `after` of the second.
   */
  #note(kind: ChangeKind, { id, name }: OwnedRow, before: KeptRow | null, after: KeptRow | null): void {
    const earlier = this.#items.find((item) => item.kind === kind && item.id === id && sortOf(item.kind) === 'edited');
    this.#items = this.#items.filter((item) => item !== earlier);
    const item = { kind, id, name: earlier?.name ?? name, before: earlier?.before ?? before, after };
    this.#items.push(item as ChangeItem);
  }
}

function sortOf(kind: ChangeKind): ChangeSort {
  return changeKinds[kind].sort;
}

function kept(fields: object, isKept: (name: string) => boolean): KeptRow {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isKept(name)));
}

function pick(fields: KeptRow, names: readonly string[]): KeptRow {
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
}

/** Maps fields to columns, and settings to one JSON value. Leaves out derived fields. */
function columnsOf(entity: ChangedEntity, fields: KeptRow): KeptRow {
  const { columns, codecs, settings } = entityTables[entity];
  const values: KeptRow = {};
  for (const [field, value] of Object.entries(fields)) {
    const column = columns[field];
    if (column === null) continue;
    if (column !== undefined) values[column] = codecs?.[column]?.write(value) ?? value;
    else if (settings === null) throw new TypeError(`A ${entity} has no field '${field}' in the host's entity-tables.ts`);
    else values[settings] = { ...(values[settings] as KeptRow | undefined), [field]: value };
  }
  return values;
}

function assignments(entity: ChangedEntity, fields: KeptRow): RawBuilder<unknown> {
  const { table, settings } = entityTables[entity];
  const set = Object.entries(columnsOf(entity, fields)).map(([column, value]) =>
    column === settings
      ? sql`${sql.ref(column)} = jsonb_strip_nulls(${sql.ref(`${table}.${column}`)} || ${columnValue(value)}::jsonb)`
      : sql`${sql.ref(column)} = ${columnValue(value)}`,
  );
  return sql.join(set);
}

function columnValue(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
