import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database.ts';

const dayMs = 86_400_000;

/**
 * Which contacts of a system are deleted: all before `upTo` (ms; -Infinity: none), and those of UTC days that
 * were dropped by hand (`days`: their starts, ms, in order).
 */
export type DeletedContacts = { upTo: number; days: readonly number[] };

/** Thrown if contacts of an hour were deleted while the hour was being followed. */
export class DeletedWhileFollowing extends Error {
  constructor() {
    super('Contacts were deleted while they were followed');
  }
}

/** Returns which contacts of a system are deleted or are being deleted. */
export async function deletedContacts({ db }: Db, systemId: string): Promise<DeletedContacts> {
  const { rows } = await sql<{ up_to: Date | null; days: number[] | null }>`
    select (select before from data_floors where system_id = ${systemId} and sort = 'contacts') as up_to,
      (select json_agg((extract(epoch from day::timestamp) * 1000)::bigint order by day) from dropped_contact_days) as days`.execute(
    db,
  );
  return { upTo: rows[0]?.up_to?.getTime() ?? -Infinity, days: rows[0]?.days ?? [] };
}

/** Returns the index of the first dropped day that starts at or after a time (ms). */
function firstFrom(days: readonly number[], time: number): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((days[middle] ?? Infinity) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns whether the contacts of an hour (ms) are deleted. */
export function isDeleted({ upTo, days }: DeletedContacts, hour: number): boolean {
  if (hour < upTo) return true;
  const day = Math.floor(hour / dayMs) * dayMs;
  return days[firstFrom(days, day)] === day;
}

/**
 * Returns the time (ms) from which on no contacts up to an hour are deleted; if those of the hour itself are
 * deleted, returns the hour.
 */
export function undeletedSince(deleted: DeletedContacts, hour: number): number {
  if (isDeleted(deleted, hour)) return hour;
  const before = deleted.days[firstFrom(deleted.days, hour) - 1];
  return Math.max(deleted.upTo, before === undefined ? -Infinity : before + dayMs);
}

/** Returns the start (ms) of the first dropped day at or after a time; Infinity if there is none. */
export function nextDropped({ days }: DeletedContacts, time: number): number {
  return days[firstFrom(days, time)] ?? Infinity;
}

/** Returns the first time (ms) at or after `time` whose contacts are not deleted. */
export function nextUndeleted(deleted: DeletedContacts, time: number): number {
  let at = Math.max(time, deleted.upTo);
  while (isDeleted(deleted, at)) at = Math.floor(at / dayMs) * dayMs + dayMs;
  return at;
}

/**
 * Builds the SQL condition that the contacts of an hour are deleted; `isDeleted` is the same check on values.
 */
export function isDeletedSql(systemId: string, hour: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${hour} < coalesce((select before from data_floors where system_id = ${systemId} and sort = 'contacts'), '-infinity')
    or exists (select from dropped_contact_days where day = (${hour} at time zone 'UTC')::date))`;
}
