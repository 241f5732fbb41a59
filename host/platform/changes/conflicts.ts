import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { StoredItem } from '#model/changes/change.ts';
import { type ChangedEntity, entityOf } from '#model/changes/change-kinds.ts';
import { fieldWords, listed } from '#model/activity/change-words.ts';
import type { Conflict } from '#model/contract/failure.ts';
import { anotherOrder, type ApiError, changedSince } from '../api-error.ts';
import type { Database } from '../store/database.ts';
import type { OwnedRow } from './owned-rows.ts';

/** A change that touched a row, with the items of that row only; `at` in ms since 1970. */
export type Touch = { revision: number; undoes: number | null; at: number; by: Conflict['by']; items: StoredItem[] };

type Fields = Readonly<Record<string, unknown>>;
type Place = { db: Database['db']; systemId: string };

/**
 * Returns the changes after a revision that touched some of these rows, newest first, with the items of these
 * rows only.
 */
export async function touchesAfter(
  { db, systemId }: Place,
  things: readonly { entity: ChangedEntity; id: number }[],
  after: number,
): Promise<Touch[]> {
  const { rows } = await sql<{
    revision: number;
    undoes: number | null;
    at: Date;
    user_id: number | null;
    user_name: string | null;
    items: StoredItem[];
  }>`
    select revision, undoes, at, user_id, user_name, items from changes
    where system_id = ${systemId} and revision > ${after} and revision in (
      select e.revision from change_entities e
      join jsonb_to_recordset(${JSON.stringify(things)}::jsonb) as thing (entity text, id integer)
        on e.entity = thing.entity and e.entity_id = thing.id
      where e.system_id = ${systemId} and e.revision > ${after})
    order by revision desc`.execute(db);
  const concerned = new Set(things.map(({ entity, id }) => `${entity} ${id}`));
  return rows.map(({ revision, undoes, at, user_id, user_name, items }) => ({
    revision,
    undoes,
    at: at.getTime(),
    by: user_id === null ? null : { id: user_id, name: user_name ?? '' },
    items: items.filter(({ kind, id }) => concerned.has(`${entityOf(kind)} ${id}`)),
  }));
}

/** Returns the newest of the changes that gave one of the fields another value; undefined if none did. */
export function lastTouch(
  touches: readonly Touch[],
  entity: ChangedEntity,
  id: number,
  fields: readonly string[],
): Touch | undefined {
  const done = touches.flatMap((touch) =>
    touch.items
      .toReversed()
      .filter((item) => item.id === id && entityOf(item.kind) === entity)
      .map((item) => ({ touch, item })),
  );
  for (let at = 0; at < done.length; at += 1) {
    const { touch, item } = done[at] as (typeof done)[number];
    const went = isReturn(touch, item) ? done[at + 1]?.item : undefined;
    const isWhole = went !== undefined && went.after === null;
    const before = isWhole ? went.before : item.before;
    if (fields.some((field) => isTouched(field, before, item.after))) return touch;
    // The row was deleted and brought back. All other fields are as before, so skip the deletion too.
    if (isWhole) at += 1;
  }
  return undefined;
}

/**
 * Returns whether an item brought a row back that was deleted or retired, rather than creating another one.
 */
function isReturn({ undoes }: Touch, { kind, before }: StoredItem): boolean {
  return before === null && (kind === 'receiver.restored' || undoes !== null);
}

/**
 * Returns whether an item gave a field another value. If it created or deleted the row, all its fields count.
 */
function isTouched(field: string, before: object | null, after: object | null): boolean {
  if (before === null || after === null) return Object.hasOwn(after ?? before ?? {}, field);
  return Object.hasOwn(after, field) && !isDeepStrictEqual((before as Fields)[field], (after as Fields)[field]);
}

/**
 * Refuses an edit that is based on another epoch, for example one from before a restore: it is unknown
 * whether the row has changed since.
 * @throws ApiError 410.
 */
export async function refuseOtherOrder({ db, systemId }: Place, epoch: string | undefined): Promise<void> {
  if (epoch === undefined) return;
  const order = db.selectFrom('system_revisions').select('epoch').where('system_id', '=', systemId);
  if ((await order.executeTakeFirstOrThrow()).epoch !== epoch) throw anotherOrder();
}

/** The part of a row that the check for conflicts needs. */
type Present = { id: number; fields: Record<string, unknown>; settings: Record<string, unknown> };

/** A field that another person changed, with its present value, author and time. */
type Found = { field: string; conflict: Conflict };

/**
 * Returns the conflicts: the fields that the edit would change and that one of the changes `touches` has
 * changed, in the edit's order.
 */
export function conflictsIn(
  touches: readonly Touch[],
  entity: ChangedEntity,
  present: Present,
  wanted: Record<string, unknown>,
): Found[] {
  const now: Record<string, unknown> = { ...present.fields, ...present.settings };
  const differing = Object.keys(wanted).filter((field) => !isDeepStrictEqual(now[field], wanted[field]));
  return differing.flatMap((field) => {
    const touch = lastTouch(touches, entity, present.id, [field]);
    return touch === undefined ? [] : [foundIn(touch, field, now[field])];
  });
}

/** Describes the conflict in one field, with its present value. */
export function foundIn({ by, at, revision }: Touch, field: string, value: unknown): Found {
  return { field, conflict: { value, by, at, revision } };
}

/**
 * Makes the refusal of an edit. It names the fields that were changed and their authors, and carries the last
 * of these changes.
 */
export function refusalOf(entity: ChangedEntity, name: string, since: string, found: readonly [Found, ...Found[]]): ApiError {
  const latest = found.reduce((one, other) => (other.conflict.revision > one.conflict.revision ? other : one));
  const authors = [...new Set(found.map(({ conflict: { by } }) => by?.name ?? 'The host'))];
  const what = fieldWords(
    entity,
    found.map(({ field }) => field),
  );
  const text = `${listed(authors)} ${authors.length === 1 ? 'has' : 'have'} changed ${what} of '${name}' ${since}`;
  return changedSince(text, latest.field, latest.conflict);
}

/**
 * Refuses an edit of fields that were changed after the revision that the person has seen. Changes of other
 * fields do not matter.
 * @throws ApiError 409 with the fields, their authors, and the last change.
 */
export async function refuseConflict(
  place: Place,
  save: { entity: ChangedEntity; row: OwnedRow; fields: Record<string, unknown>; since: number },
): Promise<void> {
  const { entity, row, since, fields } = save;
  const touches = await touchesAfter(place, [{ entity, id: row.id }], since);
  const [first, ...others] = conflictsIn(touches, entity, row, fields);
  if (first !== undefined) throw refusalOf(entity, row.name, 'since you loaded it', [first, ...others]);
}
