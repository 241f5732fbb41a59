import { type RawBuilder, sql } from 'kysely';
import type { Author } from '#model/entities/author.ts';
import { changeKinds, type ChangedEntity } from '#model/changes/change-kinds.ts';
import { hasRole, type RoleId } from '#model/entities/role.ts';
import type { Database } from '../store/database.ts';
import { changeColumns, type ChangeRow, type StoredChange, toStoredChange } from '../store/stored-change.ts';

/**
 * Which changes are asked for: `by` 0 is the host itself; `from` and `to` in ms since the epoch, both
 * included; older than `before`.
 */
export type ActivityFilter = {
  before?: number | undefined;
  by?: number | undefined;
  entity?: ChangedEntity | undefined;
  id?: number | undefined;
  from?: number | undefined;
  to?: number | undefined;
  limit: number;
};

/**
 * True where a role may read anything of such things; whoever may not does not even hear when they changed.
 */
export function mayReadOf(entity: ChangedEntity, role: RoleId): boolean {
  return Object.values(changeKinds).some((kind) => kind.entity === entity && hasRole(role, kind.read));
}

/** A page of a system's changes, newest first, and whether older ones follow. */
export async function readActivity(
  db: Database['db'],
  systemId: string,
  filter: ActivityFilter,
): Promise<{ changes: StoredChange[]; more: boolean }> {
  const { rows } = await activityQuery(systemId, filter).execute(db);
  return { changes: rows.slice(0, filter.limit).map(toStoredChange), more: rows.length > filter.limit };
}

/**
 * As times never go back in the order of revisions, a span of time is a span of revisions; each filter then
 * walks one index from its newest end, and reads no more rows than it answers (and one, which shows that
 * there are more).
 */
export function activityQuery(
  systemId: string,
  { before, by, entity, id, from, to, limit }: ActivityFilter,
): RawBuilder<ChangeRow> {
  const limits = [
    ...(before === undefined ? [] : [sql`revision < ${before}`]),
    // Of equal times the first and the last.
    ...(from === undefined
      ? []
      : [
          sql`revision >= (select coalesce((select revision from changes where system_id = ${systemId} and at >= ${new Date(from)}
            order by at, revision limit 1), 9223372036854775807))`,
        ]),
    ...(to === undefined
      ? []
      : [
          // A time is kept to the microsecond, and asked for by the millisecond.
          sql`revision <= (select coalesce((select revision from changes where system_id = ${systemId} and at < ${new Date(to + 1)}
            order by at desc, revision desc limit 1), 0))`,
        ]),
    ...(by === undefined ? [] : [by === 0 ? sql`user_id is null` : sql`user_id = ${by}`]),
  ];
  const where = sql.join([sql`system_id = ${systemId}`, ...limits], sql` and `);
  if (entity === undefined)
    return sql`select ${changeColumns()} from changes where ${where} order by revision desc limit ${limit + 1}`;
  const ofThing = id === undefined ? sql`` : sql` and entity_id = ${id}`;
  return sql`select ${changeColumns()} from changes where system_id = ${systemId} and revision in (
      select distinct revision from change_entities where entity = ${entity}${ofThing} and ${where} order by revision desc limit ${limit + 1}
    ) order by revision desc`;
}

/**
 * Everybody who ever changed something in a system, by the name they had last; one step through an index for
 * each.
 */
export async function readPeople(db: Database['db'], systemId: string): Promise<NonNullable<Author>[]> {
  const next = (after: RawBuilder<unknown>) => sql`select user_id, user_name from changes
    where system_id = ${systemId} and user_id > ${after} order by user_id, revision desc limit 1`;
  const { rows } = await sql<{ user_id: number; user_name: string | null }>`
    with recursive people as (
      (${next(sql`-1`)})
      union all
      select following.user_id, following.user_name from people, lateral (${next(sql`people.user_id`)}) as following
    )
    select user_id, user_name from people`.execute(db);
  return rows.map(({ user_id, user_name }) => ({ id: user_id, name: user_name ?? '' }));
}
