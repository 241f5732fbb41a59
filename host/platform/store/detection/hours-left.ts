import { type RawBuilder, sql } from 'kysely';
import type { TouchedMark } from '../schema-contacts.ts';
import type { Db } from '../database.ts';
import type { PendingHour } from './followed-hours.ts';
import type { Hours } from './reprocess-hours.ts';

/** For what an hour is left: to be followed, or its parts to be summed up. */
type What = 'follow' | 'sum';

/** Leaves hours (ms) to later passes. */
export async function leaveHours({ db }: Db, systemId: string, what: What, hours: readonly PendingHour[]): Promise<void> {
  if (hours.length === 0) return;
  await sql`
    insert into hours_left (system_id, what, rx_id, hour)
    select ${systemId}, ${what}, rx_id, hour from unnest(${hours.map(({ rxId }) => rxId)}::integer[],
      ${hours.map(({ hour }) => new Date(hour).toISOString())}::timestamptz[]) as left_over (rx_id, hour)
    on conflict do nothing`.execute(db);
}

/** The hours of a stretch that got contacts since a mark; of another epoch, all that ever did. */
const touchedIn = (systemId: string, hours: Hours, mark: TouchedMark | null): RawBuilder<unknown> => sql`
  touched_hours where system_id = ${systemId} and hour >= ${new Date(hours.from)} and hour < ${new Date(hours.to)}
    and (${mark?.epoch ?? null}::text is distinct from
        coalesce((select epoch from system_revisions where system_id = ${systemId}), '')
      or (touched, rx_id, hour) > (${mark?.touched ?? '0'}::xid8, ${mark?.rxId ?? 0}::integer, ${new Date(mark?.hour ?? 0)}::timestamptz))`;

/** Leaves the hours of a stretch that got contacts since a mark. */
export async function leaveTouched({ db }: Db, systemId: string, hours: Hours, mark: TouchedMark | null): Promise<void> {
  await sql`
    insert into hours_left (system_id, what, rx_id, hour)
    select system_id, 'follow', rx_id, hour from ${touchedIn(systemId, hours, mark)}
    on conflict do nothing`.execute(db);
}

/** The hours of a stretch that got contacts since a mark. */
export async function touchedWithin(
  { db }: Db,
  systemId: string,
  hours: Hours,
  mark: TouchedMark | null,
): Promise<PendingHour[]> {
  const { rows } = await sql<LeftRow>`select rx_id, hour from ${touchedIn(systemId, hours, mark)}`.execute(db);
  return rows.map(hourOf);
}

/** The hours of a stretch that are left to be followed. */
export async function leftWithin({ db }: Db, systemId: string, hours: Hours): Promise<PendingHour[]> {
  const { rows } = await sql<LeftRow>`
    select rx_id, hour from hours_left where system_id = ${systemId} and what = 'follow'
      and hour >= ${new Date(hours.from)} and hour < ${new Date(hours.to)}`.execute(db);
  return rows.map(hourOf);
}

/** Takes some of the hours that are left to be followed. */
export async function takeLeft({ db }: Db, systemId: string, most: number): Promise<PendingHour[]> {
  return taken({ db }, systemId, 'follow', sql`true`, most);
}

/** Takes some of the hours that are left to be summed up, but for those of some receivers. */
export async function takeUnsummed(
  { db }: Db,
  systemId: string,
  { but, most }: { but: readonly number[]; most: number },
): Promise<PendingHour[]> {
  return taken({ db }, systemId, 'sum', sql`rx_id <> all(${but}::integer[])`, most);
}

type LeftRow = { rx_id: number; hour: Date };
const hourOf = ({ rx_id: rxId, hour }: LeftRow): PendingHour => ({ rxId, hour: hour.getTime() });

async function taken({ db }: Db, systemId: string, what: What, which: RawBuilder<unknown>, most: number): Promise<PendingHour[]> {
  if (most <= 0) return [];
  const { rows } = await sql<LeftRow>`
    delete from hours_left using (
      select rx_id, hour from hours_left where system_id = ${systemId} and what = ${what} and ${which}
      order by rx_id, hour limit ${most}) as chosen
    where system_id = ${systemId} and what = ${what} and hours_left.rx_id = chosen.rx_id and hours_left.hour = chosen.hour
    returning hours_left.rx_id, hours_left.hour`.execute(db);
  return rows.map(hourOf);
}
