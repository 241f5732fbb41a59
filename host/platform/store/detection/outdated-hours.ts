import { sql } from 'kysely';
import { beeperType, noise } from '#model/entities/contact.ts';
import type { WholeHours } from '#model/detection/settings-hours.ts';
import type { Db } from '../database.ts';
import type { SoughtRow } from '../fleet/sought-transmitters.ts';
import { isDeletedSql } from './deleted-contacts.ts';

const hourMs = 3_600_000;

/** Which contacts match a transmitter by the newest settings (DET-5), in Hz, and of which hours (ms). */
type Asked = { hz: number; hzTolerance: number } & WholeHours;

/**
 * From the first to the last hour that was followed without a transmitter as it is now, of those that heard
 * it or detected it (DET-23); null where there is none. It costs one look at all hourly counts of the time.
 */
export async function outdatedHours(
  { db }: Db,
  systemId: string,
  sought: SoughtRow,
  { hz, hzTolerance, from, to }: Asked,
): Promise<WholeHours | null> {
  const within = sql`hour >= ${new Date(from)} and hour < ${new Date(to)}`;
  const isIts =
    sought.codeNumber === null
      ? sql`type = ${beeperType}`
      : sql`code = ${sought.codeNumber} and type <> all(array[${beeperType}, ${noise.type}]::int[])`;
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    with up_to_date as materialized (
      select mark from detection_senders
      where system_id = ${systemId} and exists (
        select from json_array_elements(senders) as known where known::jsonb = ${JSON.stringify(sought)}::jsonb)
    ), its as (
      select rx_id, hour from contacts_hourly_codes
      where system_id = ${systemId} and ${within} and ${isIts} and abs(freq_hz - ${hz}) <= ${hzTolerance}
      union
      select rx_id, hour from detections where system_id = ${systemId} and transmitter_id = ${sought.id} and ${within}
    )
    select min(hour) as first, max(hour) as last from its join detection_hours followed using (rx_id, hour)
    where followed.system_id = ${systemId} and senders <> all(array(select mark from up_to_date))
      and not ${isDeletedSql(systemId, sql`hour`)}`.execute(db);
  const { first = null, last = null } = rows[0] ?? {};
  return first === null || last === null ? null : { from: first.getTime(), to: last.getTime() + hourMs };
}
