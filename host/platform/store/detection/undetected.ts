import { sql } from 'kysely';
import { fewestUndetected, type HeardAt, mostMeasured } from '#model/registry/transmitters/undetected.ts';
import type { Db } from '../database.ts';
import { isTaggedBy } from '../entity-tables.ts';
import { isCodedOnes } from '../fleet/beacons.ts';

/** A transmitter with its number of contacts, and its newest contacts. */
type HeardTransmitter = { id: number; contacts: number; heard: HeardAt[] };

/**
 * Returns the coded transmitters in use (REG-20) that were heard in hours since `from` (ms) but not detected,
 * beginning with the most heard. Leaves out transmitters whose tolerance is so wide that any time fits
 * (DET-8). Reads the hourly counts since then once, and contacts only of the receivers that heard these
 * transmitters.
 */
export async function undetectedSince(
  { db }: Db,
  systemId: string,
  { from, intervalToleranceMultiplier }: { from: number; intervalToleranceMultiplier: number },
): Promise<HeardTransmitter[]> {
  const since = new Date(from);
  const { rows: found } = await sql<Omit<HeardTransmitter, 'heard'> & { rxIds: number[] }>`
    select beacon.id, sum(heard.count)::integer as contacts, array_agg(distinct heard.rx_id) as "rxIds"
    from transmitters beacon
    join contacts_hourly_codes heard on heard.system_id = beacon.system_id and ${isCodedOnes}
    join receivers on receivers.id = heard.rx_id and receivers.retired_at is null
    where beacon.system_id = ${systemId} and (beacon.purpose <> 0 or ${isTaggedBy('transmitter_id', 'beacon')})
      and heard.hour >= ${since}
      and 4 * beacon.emit_interval_variance_ms * ${intervalToleranceMultiplier}::float8 < beacon.emit_interval_ms
      and not exists (select from detections
        where detections.system_id = ${systemId} and transmitter_id = beacon.id and last_ts >= ${since})
    group by beacon.id having sum(heard.count) >= ${fewestUndetected}
    order by contacts desc, beacon.id limit ${mostMeasured.transmitters}`.execute(db);
  if (found.length === 0) return [];
  // Name the receivers, because the index of contacts begins with the receiver.
  const rxIds = [...new Set(found.flatMap((each) => each.rxIds))];
  const { rows } = await sql<{ id: number; heard: HeardAt[] }>`
    select id, json_agg(json_build_array(rx_id, ant, (extract(epoch from ts) * 1000)::bigint)) as heard
    from (
      select beacon.id, heard.rx_id, heard.ant, heard.ts, row_number() over (partition by beacon.id order by heard.ts desc) as nth
      from transmitters beacon
      join contacts heard on heard.system_id = beacon.system_id and ${isCodedOnes}
      join receivers on receivers.id = heard.rx_id and receivers.retired_at is null
      where beacon.system_id = ${systemId} and beacon.id = any(${found.map(({ id }) => id)}::integer[])
        and heard.rx_id = any(${rxIds}::integer[]) and heard.ts >= ${since}
    ) as newest
    where nth <= ${mostMeasured.contacts} group by id`.execute(db);
  return found.map(({ id, contacts }) => ({ id, contacts, heard: rows.find((row) => row.id === id)?.heard ?? [] }));
}
