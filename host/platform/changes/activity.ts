import { type RawBuilder, sql } from 'kysely';
import type { Author } from '#model/entities/author.ts';
import { changeKinds, type ChangedEntity } from '#model/changes/change-kinds.ts';
import { hasRole, type RoleId } from '#model/entities/role.ts';
import type { Database } from '../store/database.ts';
import { changeColumns, type ChangeRow, type StoredChange, toStoredChange } from '../store/stored-change.ts';

/**
 * Selects changes: by their author (`by`; 0: the host itself), by the row they touched (`entity` and `id`),
 * by time (`from` to `to`, ms since 1970, inclusive), and with a revision below `before`.
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
 * Returns whether a role may read any kind of change of an entity. If not, it may not even learn when such
 * rows changed.
 */
export function mayReadOf(entity: ChangedEntity, role: RoleId): boolean {
  return Object.values(changeKinds).some((kind) => kind.entity === entity && hasRole(role, kind.read));
}

/** Returns a page of a system's changes, newest first, and whether there are older ones. */
export async function readActivity(
  db: Database['db'],
  systemId: string,
  filter: ActivityFilter,
): Promise<{ changes: StoredChange[]; more: boolean }> {
  const { rows } = await activityQuery(systemId, filter).execute(db);
  return { changes: rows.slice(0, filter.limit).map(toStoredChange), more: rows.length > filter.limit };
}

/**
 * Builds the query of a page of changes. Times never decrease as revisions grow, so a span of time is a span
 * of revisions. Each filter therefore walks one index from its newest end and reads only `limit` + 1 rows;
 * the extra row shows that there are more.
 */
export function activityQuery(
  systemId: string,
  { before, by, entity, id, from, to, limit }: ActivityFilter,
): RawBuilder<ChangeRow> {
  const limits = [
    ...(before === undefined ? [] : [sql`revision < ${before}`]),
    // Several changes may have the same time. Include them all: begin at the lowest revision of `from`, end
    // at the highest of `to`.
    ...(from === undefined
      ? []
      : [
          sql`revision >= (select coalesce((select revision from changes where system_id = ${systemId} and at >= ${new Date(from)}
            order by at, revision limit 1), 9223372036854775807))`,
        ]),
    ...(to === undefined
      ? []
      : [
          // Stored times have microseconds, but the filter only milliseconds.
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
 * Returns everyone who ever made a change in a system, with their last name there. It takes one step through
 * an index for each person.
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
