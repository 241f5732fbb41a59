import { oppositeOf } from '#model/changes/asked-item.ts';
import { type ChangeItem, isKnownItem, touchedFields } from '#model/changes/change.ts';
import { changeKinds, isFinal } from '#model/changes/change-kinds.ts';
import { alreadyUndone, anotherOrder, gone, inTheWay, notFound, notYourChange } from '../api-error.ts';
import type { Database } from '../store/database.ts';
import { writeNote } from './beside-receivers.ts';
import { change, type ChangeOutcome, type Operation } from './change.ts';
import { type ChangeWriter, type EditKind, type KeptRow, type MadeEntity, placesKey } from './change-writer.ts';
import { foundIn, lastTouch, refusalOf, type Touch, touchesAfter } from './conflicts.ts';
import { type EntityFields, lockOrder } from '../store/entity-tables.ts';
import { refuseFull } from './full-system.ts';
import { refuseReturningLayer } from './layer-room.ts';
import { putBack, retireAgain } from './kept-places.ts';
import { refuseMissing } from './missing.ts';
import { refuseOccupied } from './occupied.ts';
import { holdPeople, refuseMove } from './people-rules.ts';
import { proveRights } from './still-allowed.ts';
import { refuseTag } from './tag-rules.ts';

/** `epoch` is the epoch of `revision`; undefined means the present one. */
export type UndoRequest = {
  systemId: string;
  userId: number;
  revision: number;
  epoch: string | undefined;
  operation: Operation | undefined;
};

/**
 * Undoes one of the caller's own changes with a new change that writes the earlier values. Undoing an undo
 * makes the change again.
 * @throws ApiError 404 if there is no such change; 410 if it is no longer kept or of another epoch; 403 if it
 * is another person's, or the caller's present role does not allow it; 409 if the same fields were changed
 * since, something is in the way, or something it refers to was deleted.
 */
export async function undoChange(
  database: Pick<Database, 'db' | 'pool'>,
  { systemId, userId, revision, epoch, operation }: UndoRequest,
): Promise<ChangeOutcome<unknown>> {
  return change(database, { systemId, by: { id: userId }, through: 'console', operation, undoes: revision }, async (writer) => {
    const done = await readDone(writer, revision, epoch);
    if (done.user_id !== userId) throw notYourChange();
    const items = done.items.filter(isKnownItem);
    if (items.length < done.items.length)
      throw inTheWay('A newer version of the host made this change: this one cannot take it back');
    if (items.some(isFinal)) throw inTheWay('An invitation cannot be undone: unlink it instead');
    const people = items.filter((item): item is PeopleItem => changeKinds[item.kind].entity === 'member');
    const actor = people.length === 0 ? undefined : await holdPeople(writer, userId);
    await proveRights(
      writer,
      userId,
      items.map(({ kind }) => kind),
    );
    const missing = await lockAll(writer, items);
    const things = items.map(({ kind, id }) => ({ entity: changeKinds[kind].entity, id }));
    refuseTouched(items, revision, await touchesAfter(writer, things, revision), await readCurrent(writer, items));
    if (missing.length > 0) throw inTheWay(`What this change was of no longer exists: ${missing.join(', ')}`);
    if (actor !== undefined)
      for (const { id, before } of people) {
        const from = (writer.fieldsOf('member', id)?.['RoleId'] as number | undefined) ?? null;
        await refuseMove(writer, actor, { id, from, to: before?.RoleId ?? null });
      }
    // Lock the system only now, after the rows of receivers and sites, because all changes lock in that
    // order.
    const returning = items.filter(returnsReceiver).length;
    if (returning > 0) await refuseFull(writer, returning);
    for (const item of items.toReversed()) {
      if (item.before !== null)
        await refuseMissing(writer, { ...item, entity: changeKinds[item.kind].entity, fields: item.before, revision });
      await undoItem(writer, item, done.kept ?? {});
    }
  });
}

/**
 * Reads and locks the change to undo. Of two simultaneous undos, the second therefore sees the first, even if
 * the change deleted its row and there is no row to lock.
 */
async function readDone({ db, systemId }: ChangeWriter, revision: number, epoch: string | undefined) {
  const row = await db
    .selectFrom('changes')
    .select(['user_id', 'items', 'kept'])
    .where('system_id', '=', systemId)
    .where('revision', '=', revision)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row !== undefined && epoch === undefined) return row;
  // Read after the row of the change: if that row was deleted during the wait for its lock, `kept_after` now
  // shows it.
  const order = await db
    .selectFrom('system_revisions')
    .select(['epoch', 'kept_after'])
    .where('system_id', '=', systemId)
    .executeTakeFirstOrThrow();
  if (epoch !== undefined && epoch !== order.epoch) throw anotherOrder();
  if (row !== undefined) return row;
  throw revision <= order.kept_after ? gone(`Change ${revision} is no longer kept`) : notFound(`There is no change ${revision}`);
}

/**
 * Locks the rows of a change in the usual order, except those that the change deleted. Returns the names of
 * rows that no longer exist.
 */
async function lockAll(writer: ChangeWriter, items: readonly ChangeItem[]): Promise<string[]> {
  const missing = new Set<string>();
  for (const entity of lockOrder) {
    for (const sort of ['created', 'edited'] as const) {
      const of = items.filter(({ kind }) => changeKinds[kind].entity === entity && changeKinds[kind].sort === sort);
      const deleted = new Set(
        items.filter(({ after }) => after === null).map(({ kind, id }) => `${changeKinds[kind].entity} ${id}`),
      );
      const ids = [...new Set(of.map(({ id }) => id))].filter((id) => !deleted.has(`${entity} ${id}`));
      if (ids.length > 0) await writer.lockPresent(entity, ids, sort === 'created' ? 'delete' : 'edit');
      for (const { id, name } of of) if (ids.includes(id) && writer.fieldsOf(entity, id) === undefined) missing.add(`'${name}'`);
    }
  }
  return [...missing];
}

type PeopleItem = Extract<ChangeItem, { kind: `member.${string}` }>;

/** Returns whether undoing this item brings a receiver back into the fleet. */
function returnsReceiver({ kind }: ChangeItem): boolean {
  return kind === 'receiver.retired' || kind === 'receiver.deleted';
}

/** Returns the present fields of each row, by `entity id`. */
async function readCurrent(writer: ChangeWriter, items: readonly ChangeItem[]): Promise<Map<string, KeptRow>> {
  const now = new Map<string, KeptRow>();
  for (const { kind, id, after } of items) {
    if (after === null) continue;
    const { entity } = changeKinds[kind];
    now.set(`${entity} ${id}`, writer.fieldsOf(entity, id) ?? {});
  }
  return now;
}

/**
 * Refuses the undo if it was done already, or if a later change touched the same fields. Later changes that
 * were undone themselves do not count.
 */
function refuseTouched(
  items: readonly ChangeItem[],
  revision: number,
  touches: readonly Touch[],
  now: ReadonlyMap<string, KeptRow>,
): void {
  const undone = new Map<number, Touch>();
  const remaining = touches.filter((touch) => {
    if (undone.has(touch.revision)) return false;
    if (touch.undoes !== null) undone.set(touch.undoes, touch);
    return touch.undoes === null || touch.undoes <= revision;
  });
  const taken = undone.get(revision);
  if (taken !== undefined) throw alreadyUndone({ value: null, by: taken.by, at: taken.at, revision: taken.revision });
  for (const item of items) {
    const { entity } = changeKinds[item.kind];
    for (const field of touchedFields(item)) {
      const touch = lastTouch(remaining, entity, item.id, [field]);
      if (touch === undefined) continue;
      const value = now.get(`${entity} ${item.id}`)?.[field] ?? null;
      throw refusalOf(entity, item.name, 'since then', [foundIn(touch, field, value)]);
    }
  }
}

async function undoItem(writer: ChangeWriter, item: ChangeItem, kept: Record<string, KeptRow>): Promise<void> {
  const { entity, sort } = changeKinds[item.kind];
  if (item.kind === 'receiver.retired') return writer.restore(item.id, item.before.SiteId);
  if (item.kind === 'receiver.restored') return retireAgain(writer, item.id, kept[placesKey(item.id)]);
  if (item.kind === 'receiver.relocated' || item.kind === 'receiver.moved')
    return putBack(writer, item, kept[placesKey(item.id)]);
  if (item.kind === 'receiver.noted') {
    for (const [noteId, note] of Object.entries(item.before)) await writeNote(writer, item.id, Number(noteId), note);
    return;
  }
  if (item.kind === 'receiver.snoozed') return writer.snooze(item.id, unlessExpired(item.before.snoozeUntil));
  if (item.kind === 'layer.removed') await refuseReturningLayer(writer, item.before);
  if (entity === 'tag' && item.before !== null)
    await refuseTag(writer, item.id, { ...writer.fieldsOf('tag', item.id), ...item.before } as EntityFields<'tag'>);
  switch (sort) {
    case 'edited':
      return void (await writer.edit(oppositeOf(item.kind) as EditKind, item.id, item.before as never));
    case 'created':
      await refuseOccupied(writer, entity as MadeEntity, item.id);
      return writer.remove(entity as MadeEntity, item.id);
    case 'deleted':
      return void (await writer.create(entity as MadeEntity, item.before as never, {
        id: item.id,
        columns: kept[`${entity} ${item.id}`] ?? {},
      }));
  }
}

/** Returns the time if it is still in the future, otherwise null: an expired snooze does not come back. */
function unlessExpired(time: number | null): number | null {
  return time !== null && time > Date.now() ? time : null;
}
