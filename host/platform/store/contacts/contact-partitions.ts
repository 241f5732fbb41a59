import type { Pool, PoolClient } from 'pg';
import { contactsFloor } from './contacts-floor.ts';

/** The length of a counted hour and of a partition's day, in ms. */
export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/**
 * The largest number of partitions in one statement. Each needs locks for its table and three indexes; a
 * server with default settings has room for 64 locks per connection, shared by all connections.
 */
export const maxPartitions = 32;

/** The known partitions by database: each day (days since 1970, UTC) with the first day of its partition. */
const known = new WeakMap<Pool, Map<number, number>>();

/** The pool, or one of its connections that the caller already holds. */
export type ConnectionAtHand = Pick<PoolClient, 'query'>;

/**
 * Indexes of contacts: in `parts`, those that one statement each can store, oldest first; in `refused`, those
 * of dropped days.
 */
export type SortedContacts = { parts: number[][]; refused: number[] };

/** Returns the days (since 1970, UTC) of these contacts that the host or this system no longer keeps. */
export async function droppedDays(
  pool: Pool,
  systemId: string,
  contacts: readonly { ts: number }[],
): Promise<ReadonlySet<number>> {
  const partitions = knownIn(pool);
  const { dropped } = await look(pool, partitions, systemId, unknownDays(partitions, contacts));
  // A deleted day may still have a partition, because other systems have contacts in it.
  const { rows } = await pool.query<{ floor: Date | null }>(`select ${contactsFloor('$1')} as floor`, [systemId]);
  const floor = rows[0]?.floor?.getTime() ?? -Infinity;
  for (const contact of contacts) if (contact.ts < floor) dropped.add(dayOf(contact));
  return dropped;
}

/**
 * Groups the contacts at these indexes by partition and creates missing partitions; safe with concurrent
 * calls. Pass a connection of the pool if you hold one: if the holders of all connections asked the pool for
 * another, they would wait for each other.
 * @throws Error if a contact is of a year that no partition covers.
 */
export async function sortByPartition(
  pool: Pool,
  contacts: readonly { ts: number }[],
  places: readonly number[],
  connection: ConnectionAtHand = pool,
): Promise<SortedContacts> {
  // Hold on to this map: another call may forget the known partitions.
  const partitions = knownIn(pool);
  const unknown = unknownDays(partitions, contacts, places);
  const { missing } = await look(connection, partitions, null, unknown);
  // Each partition is created in a statement of its own, so that it blocks writers only briefly.
  for (const [day, { first, after }] of missing) {
    if (partitions.has(day)) continue;
    await connection.query(`select ensure_contact_partition(date '1970-01-01' + $1::integer)`, [day]);
    for (let covered = first; covered < after; covered += 1) partitions.set(covered, first);
  }
  const byPartition = new Map<number, number[]>();
  const refused: number[] = [];
  let [part, last] = [refused, NaN];
  for (const place of places) {
    const day = dayOf(contacts[place] as { ts: number });
    // Neighbours are usually of the same day.
    if (day !== last) {
      const partition = partitions.get(day);
      part = partition === undefined ? refused : (byPartition.get(partition) ?? []);
      if (partition !== undefined) byPartition.set(partition, part);
      last = day;
    }
    part.push(place);
  }
  return { parts: joined(byPartition), refused };
}

/** Forgets the known partitions. Call it when another process has dropped some. */
export function forgetPartitions(pool: Pool): void {
  known.delete(pool);
}

/**
 * Returns how many partitions there are at most between two times (ms, inclusive), judged by the known ones.
 */
export function partitionsBetween(pool: Pool, first: number, last: number): number {
  const partitions = knownIn(pool);
  const lastDay = dayOf({ ts: last });
  const between = new Set<number>();
  // An unknown day may have a partition of its own.
  for (let day = dayOf({ ts: first }); day <= lastDay && between.size <= maxPartitions; day += 1)
    between.add(partitions.get(day) ?? day);
  return between.size;
}

export function dayOf({ ts }: { ts: number }): number {
  return Math.floor(ts / dayMs);
}

type Looked = { missing: Map<number, { first: number; after: number }>; dropped: Set<number> };
type Row = { day: number; state: 'there' | 'missing' | 'dropped'; first: number; after: number };

/**
 * Looks up days that this process does not know yet, in one query. With `systemId`, days that this system
 * deleted count as dropped, even if other systems have contacts there.
 */
async function look(
  connection: ConnectionAtHand,
  partitions: Map<number, number>,
  systemId: string | null,
  days: ReadonlySet<number>,
): Promise<Looked> {
  const looked: Looked = { missing: new Map(), dropped: new Set() };
  if (days.size === 0) return looked;
  const { rows } = await connection.query<Row>(
    `select day, case when is_deleted then 'dropped' else state end as state,
        first_day - date '1970-01-01' as first, after_day - date '1970-01-01' as after
      from (select day, coalesce((date '1970-01-01' + day)::timestamp at time zone 'UTC'
        < ${contactsFloor('$2')}, false) as is_deleted from unnest($1::integer[]) as day) as asked,
        contact_day(date '1970-01-01' + day) order by day`,
    [[...days], systemId],
  );
  for (const { day, state, first, after } of rows) {
    if (state === 'there') partitions.set(day, first);
    else if (state === 'dropped') looked.dropped.add(day);
    else looked.missing.set(day, { first, after });
  }
  return looked;
}

function knownIn(pool: Pool): Map<number, number> {
  const partitions = known.get(pool) ?? new Map<number, number>();
  known.set(pool, partitions);
  return partitions;
}

function unknownDays(
  partitions: ReadonlyMap<number, number>,
  contacts: readonly { ts: number }[],
  places: Iterable<number> = contacts.keys(),
): Set<number> {
  const unknown = new Set<number>();
  let last = NaN;
  for (const place of places) {
    const day = dayOf(contacts[place] as { ts: number });
    if (day !== last && !partitions.has(day)) unknown.add(day);
    last = day;
  }
  return unknown;
}

/**
 * Joins partitions into as few parts as `maxPartitions` allows, the newest last. Within a part, contacts keep
 * their order.
 */
function joined(byPartition: ReadonlyMap<number, number[]>): number[][] {
  const sorted = [...byPartition].sort(([one], [other]) => one - other).map(([, places]) => places);
  const parts: number[][] = [];
  for (let start = 0; start < sorted.length; start += maxPartitions) {
    const several = sorted.slice(start, start + maxPartitions);
    parts.push(several.length === 1 ? (several[0] ?? []) : several.flat().sort((one, other) => one - other));
  }
  return parts;
}
