import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database.ts';

const dayMs = 86_400_000;

/**
 * The time whose contacts are deleted: all before `upTo` (ms; -Infinity for nothing), and UTC days that were
 * dropped by hand (their starts, ms, in order).
 */
export type DeletedContacts = { upTo: number; days: readonly number[] };

/** Says that contacts of an hour were deleted while the hour was followed. */
export class DeletedWhileFollowing extends Error {
  constructor() {
    super('Contacts were deleted while they were followed');
  }
}

/** Returns the time whose contacts of a system are deleted, or are being deleted. */
export async function deletedContacts({ db }: Db, systemId: string): Promise<DeletedContacts> {
  const { rows } = await sql<{ up_to: Date | null; days: number[] | null }>`
    select (select before from data_floors where system_id = ${systemId} and sort = 'contacts') as up_to,
      (select json_agg((extract(epoch from day::timestamp) * 1000)::bigint order by day) from dropped_contact_days) as days`.execute(
    db,
  );
  return { upTo: rows[0]?.up_to?.getTime() ?? -Infinity, days: rows[0]?.days ?? [] };
}

/** Returns the index of the first dropped day from a time on (ms). */
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

/** Returns from when on (ms) no contacts up to an hour are deleted; for a deleted hour, the hour itself. */
export function undeletedSince(deleted: DeletedContacts, hour: number): number {
  if (isDeleted(deleted, hour)) return hour;
  const before = deleted.days[firstFrom(deleted.days, hour) - 1];
  return Math.max(deleted.upTo, before === undefined ? -Infinity : before + dayMs);
}

/** Returns the next dropped day (ms) from a time on; Infinity if there is none. */
export function nextDropped({ days }: DeletedContacts, time: number): number {
  return days[firstFrom(days, time)] ?? Infinity;
}

/** Returns the first time (ms) from one on whose contacts are not deleted. */
export function nextUndeleted(deleted: DeletedContacts, time: number): number {
  let at = Math.max(time, deleted.upTo);
  while (isDeleted(deleted, at)) at = Math.floor(at / dayMs) * dayMs + dayMs;
  return at;
}

/** Returns the condition that the contacts of an hour are deleted, as `isDeleted` does for a value. */
export function isDeletedSql(systemId: string, hour: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${hour} < coalesce((select before from data_floors where system_id = ${systemId} and sort = 'contacts'), '-infinity')
    or exists (select from dropped_contact_days where day = (${hour} at time zone 'UTC')::date))`;
}
