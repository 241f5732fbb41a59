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

/** `epoch` is the order that `revision` counts in; undefined for the present one, whichever that is. */
export type UndoRequest = {
  systemId: string;
  userId: number;
  revision: number;
  epoch: string | undefined;
  operation: Operation | undefined;
};

/**
 * Takes back one's own change as a new one that writes what stood there before; of an undo, does again what
 * it took back.
 * @throws ApiError 404 for a change that is not there, 410 for one no longer kept or of another epoch, 403
 * for another's or where one's role now may not do this, 409 where somebody touched the same since, something
 * stands in the way, or what it needs is gone.
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
    refuseTouched(items, revision, await touchesAfter(writer, things, revision), await readNow(writer, items));
    if (missing.length > 0) throw inTheWay(`What this change was of no longer exists: ${missing.join(', ')}`);
    if (actor !== undefined)
      for (const { id, before } of people) {
        const from = (writer.fieldsOf('member', id)?.['RoleId'] as number | undefined) ?? null;
        await refuseMove(writer, actor, { id, from, to: before?.RoleId ?? null });
      }
    // After the rows of receivers and sites, in the order of all locks.
    const returning = items.filter(returnsReceiver).length;
    if (returning > 0) await refuseFull(writer, returning);
    for (const item of items.toReversed()) {
      if (item.before !== null)
        await refuseMissing(writer, { ...item, entity: changeKinds[item.kind].entity, fields: item.before, revision });
      await takeBack(writer, item, done.kept ?? {});
    }
  });
}

/**
 * What is to be taken back, locked: of two undos at once the second sees the first, also where what was
 * deleted has no row to lock.
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
  // Asked after the row: whoever deleted that while it was waited for has said so here by then.
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
 * In the order of all changes; what was deleted has no row to lock. Answers what else is missing,
 * by its names.
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

/** True of what brings a receiver into the fleet when it is taken back. */
function returnsReceiver({ kind }: ChangeItem): boolean {
  return kind === 'receiver.retired' || kind === 'receiver.deleted';
}

/** What stands in the fields now. */
async function readNow(writer: ChangeWriter, items: readonly ChangeItem[]): Promise<Map<string, KeptRow>> {
  const now = new Map<string, KeptRow>();
  for (const { kind, id, after } of items) {
    if (after === null) continue;
    const { entity } = changeKinds[kind];
    now.set(`${entity} ${id}`, writer.fieldsOf(entity, id) ?? {});
  }
  return now;
}

/**
 * Refuses where somebody touched since what this change touched. What was taken back again since does not
 * count.
 */
function refuseTouched(
  items: readonly ChangeItem[],
  revision: number,
  touches: readonly Touch[],
  now: ReadonlyMap<string, KeptRow>,
): void {
  const undone = new Map<number, Touch>();
  const standing = touches.filter((touch) => {
    if (undone.has(touch.revision)) return false;
    if (touch.undoes !== null) undone.set(touch.undoes, touch);
    return touch.undoes === null || touch.undoes <= revision;
  });
  const taken = undone.get(revision);
  if (taken !== undefined) throw alreadyUndone({ value: null, by: taken.by, at: taken.at, revision: taken.revision });
  for (const item of items) {
    const { entity } = changeKinds[item.kind];
    for (const field of touchedFields(item)) {
      const touch = lastTouch(standing, entity, item.id, [field]);
      if (touch === undefined) continue;
      const value = now.get(`${entity} ${item.id}`)?.[field] ?? null;
      throw refusalOf(entity, item.name, 'since then', [foundIn(touch, field, value)]);
    }
  }
}

async function takeBack(writer: ChangeWriter, item: ChangeItem, kept: Record<string, KeptRow>): Promise<void> {
  const { entity, sort } = changeKinds[item.kind];
  if (item.kind === 'receiver.retired') return writer.restore(item.id, item.before.SiteId);
  if (item.kind === 'receiver.restored') return retireAgain(writer, item.id, kept[placesKey(item.id)]);
  if (item.kind === 'receiver.relocated' || item.kind === 'receiver.moved')
    return putBack(writer, item, kept[placesKey(item.id)]);
  if (item.kind === 'receiver.noted') {
    for (const [noteId, note] of Object.entries(item.before)) await writeNote(writer, item.id, Number(noteId), note);
    return;
  }
  if (item.kind === 'receiver.snoozed') return writer.snooze(item.id, stillAhead(item.before.snoozeUntil));
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

/** What is over by now does not come back. */
function stillAhead(time: number | null): number | null {
  return time !== null && time > Date.now() ? time : null;
}
