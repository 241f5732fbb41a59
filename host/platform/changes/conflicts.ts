import { sql } from 'kysely';
import { type StoredItem, touchedFields } from '#model/changes/change.ts';
import { type ChangedEntity, entityOf } from '#model/changes/change-kinds.ts';
import type { Conflict } from '#model/contract/failure.ts';
import { changedSince } from '../api-error.ts';
import type { Database } from '../store/database.ts';
import type { OwnedRow } from './owned-rows.ts';

/** A change that touched a thing, in the order of revisions, newest first. */
export type Touch = { revision: number; undoes: number | null; at: number; by: Conflict['by']; items: StoredItem[] };

type Place = { db: Database['db']; systemId: string };

/** The changes of some things after a revision, newest first, with only the items of these things. */
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

/** The newest change that touched one of the fields. */
export function lastTouch(
  touches: readonly Touch[],
  entity: ChangedEntity,
  id: number,
  fields: readonly string[],
): Touch | undefined {
  return touches.find(({ items }) =>
    items.some(
      (item) => item.id === id && entityOf(item.kind) === entity && touchedFields(item).some((field) => fields.includes(field)),
    ),
  );
}

/**
 * Refuses to save fields that somebody changed after the revision that was seen; other fields of the same thing may have changed.
 * @throws ApiError 409 with what stands there now, by whom and when.
 */
export async function refuseConflict(
  place: Place,
  save: { entity: ChangedEntity; row: OwnedRow; fields: Record<string, unknown>; since: number },
): Promise<void> {
  const { entity, row, since } = save;
  const differing = Object.keys(save.fields).filter(
    (field) => JSON.stringify(row.fields[field]) !== JSON.stringify(save.fields[field]),
  );
  const touches = await touchesAfter(place, [{ entity, id: row.id }], since);
  for (const field of differing) {
    const touch = lastTouch(touches, entity, row.id, [field]);
    if (touch === undefined) continue;
    const { by, at, revision } = touch;
    throw changedSince(row.name, field, { value: row.fields[field], by, at, revision });
  }
}
