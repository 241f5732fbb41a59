import { type RawBuilder, sql } from 'kysely';
import type { TouchedMark } from '../schema-contacts.ts';
import type { Db } from '../database.ts';
import { type ReceiverHour, receiverHour, type ReceiverHourRow } from './followed-hours.ts';
import { type Hours, inRange } from './reprocess-hours.ts';

/** What a deferred hour waits for: to be followed, or to have its parts summed up. */
type Task = 'follow' | 'sum';

/** Defers hours, so that a later pass does the task for them. */
export async function deferHours({ db }: Db, systemId: string, task: Task, hours: readonly ReceiverHour[]): Promise<void> {
  if (hours.length === 0) return;
  await sql`
    insert into hours_left (system_id, what, rx_id, hour)
    select ${systemId}, ${task}, rx_id, hour from unnest(${hours.map(({ rxId }) => rxId)}::integer[],
      ${hours.map(({ hour }) => new Date(hour).toISOString())}::timestamptz[]) as left_over (rx_id, hour)
    on conflict do nothing`.execute(db);
}

/**
 * Selects the hours of a range that got contacts after a mark; if the mark is null or of another epoch, all
 * hours with contacts.
 */
const touchedIn = (systemId: string, hours: Hours, mark: TouchedMark | null): RawBuilder<unknown> => sql`
  touched_hours where system_id = ${systemId} and ${inRange(hours)}
    and (${mark?.epoch ?? null}::text is distinct from
        coalesce((select epoch from system_revisions where system_id = ${systemId}), '')
      or (touched, rx_id, hour) > (${mark?.touched ?? '0'}::xid8, ${mark?.rxId ?? 0}::integer, ${new Date(mark?.hour ?? 0)}::timestamptz))`;

/** Defers following the hours of a range that got contacts after a mark. */
export async function deferTouched({ db }: Db, systemId: string, hours: Hours, mark: TouchedMark | null): Promise<void> {
  await sql`
    insert into hours_left (system_id, what, rx_id, hour)
    select system_id, 'follow', rx_id, hour from ${touchedIn(systemId, hours, mark)}
    on conflict do nothing`.execute(db);
}

/** Returns the hours of a range that got contacts after a mark. */
export async function touchedWithin(
  { db }: Db,
  systemId: string,
  hours: Hours,
  mark: TouchedMark | null,
): Promise<ReceiverHour[]> {
  const { rows } = await sql<ReceiverHourRow>`select rx_id, hour from ${touchedIn(systemId, hours, mark)}`.execute(db);
  return rows.map(receiverHour);
}

/** Returns the deferred hours of a range that wait to be followed. */
export async function deferredWithin({ db }: Db, systemId: string, hours: Hours): Promise<ReceiverHour[]> {
  const { rows } = await sql<ReceiverHourRow>`
    select rx_id, hour from hours_left where system_id = ${systemId} and what = 'follow' and ${inRange(hours)}`.execute(db);
  return rows.map(receiverHour);
}

/** Removes and returns up to `limit` deferred hours of a task, leaving out the receivers in `except`. */
export async function takeDeferred(
  { db }: Db,
  systemId: string,
  task: Task,
  { except = [], limit }: { except?: readonly number[]; limit: number },
): Promise<ReceiverHour[]> {
  if (limit <= 0) return [];
  const { rows } = await sql<ReceiverHourRow>`
    delete from hours_left using (
      select rx_id, hour from hours_left where system_id = ${systemId} and what = ${task}
        and rx_id <> all(${except}::integer[])
      order by rx_id, hour limit ${limit}) as chosen
    where system_id = ${systemId} and what = ${task} and hours_left.rx_id = chosen.rx_id and hours_left.hour = chosen.hour
    returning hours_left.rx_id, hours_left.hour`.execute(db);
  return rows.map(receiverHour);
}
