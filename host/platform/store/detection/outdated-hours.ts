import { sql } from 'kysely';
import { beeperType, noise } from '#model/entities/contact.ts';
import { hourMs, type WholeHours } from '#model/detection/settings-hours.ts';
import type { Db } from '../database.ts';
import type { TargetTransmitter } from '../fleet/target-transmitters.ts';
import { isDeletedSql } from './deleted-contacts.ts';

/**
 * The frequencies (Hz) of contacts that match a transmitter with the newest settings (DET-5), and the hours
 * to search.
 */
type Search = { hz: number; hzTolerance: number } & WholeHours;

/**
 * Returns the span of the hours in which a transmitter was heard or detected, but which were followed without
 * its current values (DET-23); null if there are none. Reads the hourly counts of the searched hours once.
 */
export async function outdatedHours(
  { db }: Db,
  systemId: string,
  transmitter: TargetTransmitter,
  { hz, hzTolerance, from, to }: Search,
): Promise<WholeHours | null> {
  const within = sql`hour >= ${new Date(from)} and hour < ${new Date(to)}`;
  const isIts =
    transmitter.codeNumber === null
      ? sql`type = ${beeperType}`
      : sql`code = ${transmitter.codeNumber} and type <> all(array[${beeperType}, ${noise.type}]::int[])`;
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    with up_to_date as materialized (
      select mark from detection_senders
      where system_id = ${systemId} and exists (
        select from json_array_elements(senders) as known where known::jsonb = ${JSON.stringify(transmitter)}::jsonb)
    ), its as (
      select rx_id, hour from contacts_hourly_codes
      where system_id = ${systemId} and ${within} and ${isIts} and abs(freq_hz - ${hz}) <= ${hzTolerance}
      union
      select rx_id, hour from detections where system_id = ${systemId} and transmitter_id = ${transmitter.id} and ${within}
    )
    select min(hour) as first, max(hour) as last from its join detection_hours followed using (rx_id, hour)
    where followed.system_id = ${systemId} and senders <> all(array(select mark from up_to_date))
      and not ${isDeletedSql(systemId, sql`hour`)}`.execute(db);
  const { first = null, last = null } = rows[0] ?? {};
  return first === null || last === null ? null : { from: first.getTime(), to: last.getTime() + hourMs };
}
