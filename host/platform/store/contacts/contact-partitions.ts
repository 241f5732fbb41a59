import type { Pool, PoolClient } from 'pg';
import { contactsFloor } from './contacts-floor.ts';

/** The hours that are counted, and the days that partitions hold, in ms. */
export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/**
 * The most partitions that one statement writes to or reads from. Each costs a lock for its table and its
 * three indexes, out of 64 per connection that a server of default settings has for all of them together.
 */
export const maxPartitions = 32;

/**
 * The partition of each day that this process knows to be there, by database: days as whole days since the
 * epoch (UTC), partitions by their first.
 */
const known = new WeakMap<Pool, Map<number, number>>();

/** What asks the database: the pool, or a connection of it that somebody has already. */
export type ConnectionAtHand = Pick<PoolClient, 'query'>;

/**
 * Contacts by their places in a list: parts that one statement each may store, oldest first, and those of
 * days that were dropped.
 */
export type SortedContacts = { parts: number[][]; refused: number[] };

/**
 * The days (since the epoch, UTC) of these contacts that are no longer kept, by the host or of this system:
 * what came of them was counted.
 */
export async function droppedDays(
  pool: Pool,
  systemId: string,
  contacts: readonly { ts: number }[],
): Promise<ReadonlySet<number>> {
  const partitions = knownIn(pool);
  const { dropped } = await look(pool, partitions, systemId, unknownDays(partitions, contacts));
  // Of days that others have contacts of the partition is known to be there.
  const { rows } = await pool.query<{ floor: Date | null }>(`select ${contactsFloor('$1')} as floor`, [systemId]);
  const floor = rows[0]?.floor?.getTime() ?? -Infinity;
  for (const contact of contacts) if (contact.ts < floor) dropped.add(dayOf(contact));
  return dropped;
}

/**
 * Sorts the contacts at these places by the partitions they belong to, and sees to it that all of these
 * exist. Safe while others do the same. Who has a connection of the pool asks by that: with another one each,
 * those who have all of them would wait for each other. Rejects when a contact is of a year that no partition
 * takes.
 */
export async function sortByPartition(
  pool: Pool,
  contacts: readonly { ts: number }[],
  places: readonly number[],
  connection: ConnectionAtHand = pool,
): Promise<SortedContacts> {
  // Others may forget what is known meanwhile; what this call has learnt it goes by.
  const partitions = knownIn(pool);
  const unknown = unknownDays(partitions, atPlaces(contacts, places));
  const { missing } = await look(connection, partitions, null, unknown);
  // A statement each, so that no writer waits for a long row of them.
  for (const [day, { first, after }] of missing) {
    if (partitions.has(day)) continue;
    await connection.query(`select ensure_contact_partition(date '1970-01-01' + $1::integer)`, [day]);
    for (let covered = first; covered < after; covered += 1) partitions.set(covered, first);
  }
  const byPartition = new Map<number, number[]>();
  const refused: number[] = [];
  for (const place of places) {
    const partition = partitions.get(dayOf(contacts[place] as { ts: number }));
    const part = partition === undefined ? refused : byPartition.get(partition);
    if (part !== undefined) part.push(place);
    else if (partition !== undefined) byPartition.set(partition, [place]);
  }
  return { parts: joined(byPartition), refused };
}

/** Forgets what this process knows: partitions were dropped behind its back. */
export function forgetPartitions(pool: Pool): void {
  known.delete(pool);
}

/** How many partitions there are at the most between two times (ms), both included, as far as it is known. */
export function partitionsBetween(pool: Pool, first: number, last: number): number {
  const partitions = knownIn(pool);
  const lastDay = dayOf({ ts: last });
  const between = new Set<number>();
  // A day that is not known may have a partition of its own.
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
 * Asks about days that this process does not know, in one question. Those that the system itself, where one
 * is named, has deleted are dropped, whatever partitions others have there.
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

function unknownDays(partitions: ReadonlyMap<number, number>, contacts: Iterable<{ ts: number }>): Set<number> {
  const unknown = new Set<number>();
  for (const contact of contacts) {
    const day = dayOf(contact);
    if (!partitions.has(day)) unknown.add(day);
  }
  return unknown;
}

function* atPlaces<T>(contacts: readonly T[], places: readonly number[]): Generator<T> {
  for (const place of places) yield contacts[place] as T;
}

/** As few parts as the bound allows; the newest last. Within a part, contacts keep their order. */
function joined(byPartition: ReadonlyMap<number, number[]>): number[][] {
  const sorted = [...byPartition].sort(([one], [other]) => one - other).map(([, places]) => places);
  const parts: number[][] = [];
  for (let start = 0; start < sorted.length; start += maxPartitions) {
    const several = sorted.slice(start, start + maxPartitions);
    parts.push(several.length === 1 ? (several[0] ?? []) : several.flat().sort((one, other) => one - other));
  }
  return parts;
}
