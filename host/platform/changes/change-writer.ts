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

/** What is kept of a receiver in rows of its own. */
export type BesideKind = 'receiver.noted' | 'receiver.snoozed';
/** What sets columns or settings of a thing. */
export type EditKind = Exclude<KindOfSort<ChangedEntity, 'edited'>, BesideKind>;
/** The things of a system that come and go while it lives. */
export type MadeEntity = Exclude<ChangedEntity, 'system'>;

/** What a change keeps for its undo: the columns of a row that was deleted, the places of a receiver. */
export type KeptRow = Record<string, unknown>;

/** The changes of a receiver's place, and what of it they are of. */
export const placeTracks = {
  'receiver.relocated': 'coordinates',
  'receiver.moved': 'site',
} as const satisfies Partial<Record<ChangeKind, PlaceTrack>>;
export type PlaceKind = keyof typeof placeTracks;

/** True of what changes where a receiver stands: its places are kept with it, so that an undo is exact. */
function isPlaceKind(kind: ChangeKind): kind is PlaceKind {
  return Object.hasOwn(placeTracks, kind);
}

/** Under which name a change keeps the places that a receiver had before it. */
export const placesKey = (rxId: number): string => `places ${rxId}`;

/**
 * What a change does its work with: every row that is written is locked first, is of the system, and is noted
 * with what stood there before. Lives as long as its transaction.
 */
export class ChangeWriter {
  /** The transaction, for what is read, and for what is written beside the things that changes are of. */
  readonly db: Database['db'];
  readonly systemId: string;
  readonly #rows = new Map<string, OwnedRow>();
  #items: ChangeItem[] = [];
  readonly #kept: Record<string, KeptRow> = {};

  constructor(db: Database['db'], systemId: string) {
    this.db = db;
    this.systemId = systemId;
  }

  /** What was done so far; without what came to nothing. */
  get items(): readonly ChangeItem[] {
    return this.#items.filter(({ before, after }) => !isDeepStrictEqual(before, after));
  }

  /** The rows that were deleted, by `entity id`, and the places that receivers had before, by `placesKey`. */
  get kept(): Readonly<Record<string, KeptRow>> {
    return this.#kept;
  }

  /**
   * Locks several rows of one sort at once, in the order of their numbers, before they are edited or removed
   * one by one. Of several sorts lock them in the order receiver, site, system, member.
   * @throws ApiError 404 where one is not of this system.
   */
  async lock(entity: ChangedEntity, ids: readonly number[], lock: Lock = 'edit'): Promise<OwnedRow[]> {
    const rows = await lockRows(this.db, entity, this.systemId, ids, lock);
    for (const row of rows.values()) this.#rows.set(`${entity} ${row.id}`, row);
    return [...rows.values()];
  }

  /** The same of those that are there: one that was deleted meanwhile holds up no other. */
  async lockPresent(entity: ChangedEntity, ids: readonly number[], lock: Lock = 'edit'): Promise<void> {
    const rows = await lockFound(this.db, entity, this.systemId, ids, lock);
    for (const row of rows.values()) this.#rows.set(`${entity} ${row.id}`, row);
  }

  /**
   * What stands in the fields and settings of a thing that was locked, made or edited here; undefined of any
   * other.
   */
  fieldsOf(entity: ChangedEntity, id: number): KeptRow | undefined {
    const row = this.#rows.get(`${entity} ${id}`);
    return row === undefined ? undefined : { ...row.fields, ...row.settings };
  }

  /**
   * Makes a thing and answers its number; fields that are left out are as the database has them by default. A
   * member's number is the user's, so it is given; `columns` are written too, and shown in no change.
   */
  async create<Entity extends MadeEntity>(
    entity: Entity,
    fields: Partial<EntityFields<Entity>>,
    { id, columns = {} }: { id?: number; columns?: KeptRow } = {},
  ): Promise<number> {
    const { table, id: idColumn, system } = entityTables[entity];
    const values: KeptRow = { [system]: this.systemId, ...columns, ...columnsOf(entity, fields) };
    if (id !== undefined) values[idColumn] = id;
    // The numbers of receivers and sites are the database's own, but for one that comes back.
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
   * Sets fields of one thing; nothing is written or published where they stand so already. With `since`, the
   * revision that the person has seen:
   * @throws ApiError 409 where one of these fields was changed after it, saying to what, by whom and when;
   * 404 where the system has no such thing.
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
   * Deletes a thing. What refers to it must be gone or go with it. @throws ApiError 404 where the system has
   * no such thing.
   */
  async remove(entity: MadeEntity, id: number, kind: ChangeKind = wholeKinds[entity][1]): Promise<void> {
    const row = await this.#locked(entity, id, 'delete');
    // Its undo puts it back, as all that it had.
    if (entity === 'receiver') await this.snooze(id, null);
    await sql`delete from ${sql.table(entityTables[entity].table)} where ${owned(entity, this.systemId, [id])}`.execute(this.db);
    this.#rows.delete(`${entity} ${id}`);
    this.#kept[`${entity} ${id}`] = row.kept;
    this.#note(kind, row, row.fields, null);
  }

  /**
   * Takes a receiver out of the fleet with all that is kept of it (RX-35). @throws ApiError 404 where the
   * system has no such receiver.
   */
  async retire(id: number): Promise<void> {
    const row = await this.#locked('receiver', id, 'delete');
    await sql`update receivers set retired_at = clock_timestamp(), retired_heard_at = null
      where ${owned('receiver', this.systemId, [id])}`.execute(this.db);
    this.#rows.delete(`receiver ${id}`);
    this.#note('receiver.retired', row, row.fields, null);
  }

  /**
   * Brings a retired receiver back; with `siteId` to that site; offline, where it fell silent meanwhile. Its
   * site is held first, so that it either stands there or the site goes before. @throws ApiError 404 where
   * the system has no such retired receiver.
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
   * Changes what is kept of a receiver in rows of its own, while the receiver is held. `work` does it,
   * and answers what stood there before and what does now. @throws ApiError 404 where there is no such
   * receiver.
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
   * Silences a receiver's alarms until a time (ms), or no longer (null). What is over counts as none.
   * @throws ApiError 404 where there is no such receiver.
   */
  async snooze(rxId: number, until: number | null): Promise<void> {
    await this.beside('receiver.snoozed', rxId, async () => ({
      before: { snoozeUntil: await setSnooze(this, rxId, until) },
      after: { snoozeUntil: until },
    }));
  }

  /** With the change stays where the receiver stood before it, so that an undo is exact. */
  async #keepPlaces(rxId: number): Promise<void> {
    this.#kept[placesKey(rxId)] ??= { places: await keptPlaces(this, rxId) };
  }

  /**
   * Locks a row and sets fields of it in one round trip. Answers what stood there before; undefined, with
   * nothing written, where the row is not there or all stood so when the statement began: somebody else's
   * change may be under way, so that only the locked row shows.
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

  /** Two edits of the same are one: what stood there before the first, what stands there after the last. */
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

/**
 * Fields under the names of their columns, settings as one value; what is read from elsewhere is left out.
 */
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
