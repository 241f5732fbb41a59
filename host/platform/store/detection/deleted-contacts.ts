import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database.ts';

const dayMs = 86_400_000;

/**
 * Of what time a system has no contacts any more: all before `upTo` (ms; -Infinity for nothing), and UTC days
 * that were dropped by hand (their beginnings, ms, in order).
 */
export type DeletedContacts = { upTo: number; days: readonly number[] };

/** Contacts of an hour were deleted while they were followed. */
export class DeletedMeanwhile extends Error {
  constructor() {
    super('Contacts were deleted while they were followed');
  }
}

/** Of what time the contacts of a system are deleted, or are being. */
export async function deletedContacts({ db }: Db, systemId: string): Promise<DeletedContacts> {
  const { rows } = await sql<{ up_to: Date | null; days: number[] | null }>`
    select (select before from data_floors where system_id = ${systemId} and sort = 'contacts') as up_to,
      (select json_agg((extract(epoch from day::timestamp) * 1000)::bigint order by day) from dropped_contact_days) as days`.execute(
    db,
  );
  return { upTo: rows[0]?.up_to?.getTime() ?? -Infinity, days: rows[0]?.days ?? [] };
}

/** The first dropped day from a time on (ms), as its place in the list. */
function firstFrom(days: readonly number[], time: number): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((days[middle] ?? Infinity) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether the contacts of an hour (ms) are deleted. */
export function isDeleted({ upTo, days }: DeletedContacts, hour: number): boolean {
  if (hour < upTo) return true;
  const day = Math.floor(hour / dayMs) * dayMs;
  return days[firstFrom(days, day)] === day;
}

/** From when on (ms) there are contacts without a gap up to an hour; of one that is deleted: from it on. */
export function thereSince(deleted: DeletedContacts, hour: number): number {
  if (isDeleted(deleted, hour)) return hour;
  const before = deleted.days[firstFrom(deleted.days, hour) - 1];
  return Math.max(deleted.upTo, before === undefined ? -Infinity : before + dayMs);
}

/** The next day (ms) from a time on that was dropped; Infinity where none was. */
export function nextDropped({ days }: DeletedContacts, time: number): number {
  return days[firstFrom(days, time)] ?? Infinity;
}

/** The first time (ms) from one on of which contacts are not deleted. */
export function nextThere(deleted: DeletedContacts, time: number): number {
  let at = Math.max(time, deleted.upTo);
  while (isDeleted(deleted, at)) at = Math.floor(at / dayMs) * dayMs + dayMs;
  return at;
}

/** The same as `isDeleted` of a column of hours. */
export function isDeletedSql(systemId: string, hour: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${hour} < coalesce((select before from data_floors where system_id = ${systemId} and sort = 'contacts'), '-infinity')
    or exists (select from dropped_contact_days where day = (${hour} at time zone 'UTC')::date))`;
}
