import { sql } from 'kysely';
import type { Db } from '../database.ts';
import { inBatches } from '../in-batches.ts';

/** A part of a stored run: its hour (ms), the version of the settings that found it, and its JSON text. */
export type RunPart = { hour: number; version: number; part: string };
type PartRow = { hour: Date; version: number; part: string };

/** The hour (ms) at whose end a part's run was settled; null while the run is open. */
export type SettledAt = number | null;

const settledIn = (hour: SettledAt) => (hour === null ? sql`given_hour is null` : sql`given_hour = ${new Date(hour)}`);
const partColumns = sql.raw('hour, config_version as version, part::text');

/** Converts a row to a part. */
const storedPart = (row: PartRow): RunPart => ({ ...row, hour: row.hour.getTime() });

/** Returns the parts of runs that were settled at the end of an hour; for null, the parts of open runs. */
export async function partsSettledAt({ db }: Db, systemId: string, rxId: number, hour: SettledAt): Promise<RunPart[]> {
  const { rows } = await sql<PartRow>`
    select ${partColumns} from detection_parts where system_id = ${systemId} and rx_id = ${rxId} and ${settledIn(hour)}`.execute(
    db,
  );
  return rows.map(storedPart);
}

/**
 * Replaces the parts `before`, of runs settled at the end of an hour (null: open runs), with the parts `now`.
 * Returns the hours (ms) whose parts changed.
 */
export async function replaceParts(
  { db }: Db,
  systemId: string,
  rxId: number,
  { hour, before, now }: { hour: SettledAt; before: readonly RunPart[]; now: readonly RunPart[] },
): Promise<number[]> {
  const keyOf = ({ version, part }: RunPart): string => `${version} ${part}`;
  const [oldKeys, newKeys] = [new Set(before.map(keyOf)), new Set(now.map(keyOf))];
  const removed = before.filter((part) => !newKeys.has(keyOf(part)));
  const added = now.filter((part) => !oldKeys.has(keyOf(part)));
  const asRows = (parts: readonly RunPart[]) => sql`unnest(${isoTimes(parts.map((part) => part.hour))}::timestamptz[],
    ${parts.map(({ version }) => version)}::integer[], ${parts.map(({ part }) => part)}::text[]) as each (hour, version, part)`;
  if (removed.length > 0)
    await sql`
      delete from detection_parts using ${asRows(removed)}
      where system_id = ${systemId} and rx_id = ${rxId} and ${settledIn(hour)} and detection_parts.hour = each.hour
        and config_version = each.version and detection_parts.part::text = each.part`.execute(db);
  if (added.length > 0)
    await sql`
      insert into detection_parts (system_id, rx_id, hour, given_hour, config_version, part)
      select ${systemId}, ${rxId}, each.hour, ${hour === null ? null : new Date(hour)}::timestamptz, each.version, each.part::json
      from ${asRows(added)}`.execute(db);
  return [...new Set([...removed, ...added].map((part) => part.hour))];
}

/**
 * Deletes a receiver's parts in the hours from ≤ hour ≤ to (ms) whose runs were settled after `to`. Returns
 * the hours of the deleted parts.
 */
export async function dropPartsAcross(
  { db }: Db,
  systemId: string,
  rxId: number,
  { from, to }: { from: number; to: number },
): Promise<number[]> {
  const { rows } = await sql<{ hour: Date }>`
    delete from detection_parts where system_id = ${systemId} and rx_id = ${rxId} and given_hour > ${new Date(to)}
      and hour >= ${Number.isFinite(from) ? new Date(from).toISOString() : '-infinity'}::timestamptz and hour <= ${new Date(to)}
    returning hour`.execute(db);
  return [...new Set(rows.map(({ hour }) => hour.getTime()))];
}

const isoTimes = (times: readonly number[]): string[] => times.map((time) => new Date(time).toISOString());

/** Returns all parts in some hours (ms) of a receiver: those of a system, or those that a job has staged. */
export async function partsOfHours(
  { db }: Db,
  owner: { systemId: string } | { jobId: string },
  rxId: number,
  hours: readonly number[],
): Promise<RunPart[]> {
  const owned =
    'jobId' in owner
      ? sql`aside_parts where job_id = ${owner.jobId} and side = 'found'`
      : sql`detection_parts where system_id = ${owner.systemId}`;
  const { rows } = await sql<PartRow>`
    select ${partColumns} from ${owned} and rx_id = ${rxId}
      and hour = any(${isoTimes(hours)}::timestamptz[])`.execute(db);
  return rows.map(storedPart);
}

/** A detection as it is stored (DET-14): times in ms, powers in dBm. */
export type StoredDetection = {
  transmitterId: number;
  ant: number;
  hour: number;
  hits: number;
  meanPower: number;
  powerDeviation: number;
  maxPower: number;
  /** Null if no hit follows another one. */
  meanInterval: number | null;
  intervalDeviation: number | null;
  firstTs: number;
  lastTs: number;
  isAmbiguous: boolean;
  rhythm: 'fits' | 'cannot tell';
  /** Set if the gaps between successive hits show another interval than the registered one (DET-22). */
  measured: { interval: number; registered: number } | null;
  /** Null if the hour is one stretch, which is the detection itself (VISIT-1). */
  stretches: number[] | null;
  version: number;
};

/** Returns the columns of a receiver's detection, without those of its system or job. */
export const detectionRow = (rxId: number, each: StoredDetection) => ({
  rx_id: rxId,
  ant: each.ant,
  hour: new Date(each.hour),
  transmitter_id: each.transmitterId,
  hits: each.hits,
  mean_power: each.meanPower,
  power_deviation: each.powerDeviation,
  max_power: each.maxPower,
  mean_interval_ms: each.meanInterval,
  interval_deviation_ms: each.intervalDeviation,
  first_ts: new Date(each.firstTs),
  last_ts: new Date(each.lastTs),
  is_ambiguous: each.isAmbiguous,
  has_rhythm: each.rhythm === 'fits',
  config_version: each.version,
  measured_interval_ms: each.measured?.interval ?? null,
  registered_interval_ms: each.measured?.registered ?? null,
  stretches: each.stretches,
});

/**
 * Replaces all detections of a receiver in some hours (ms). Returns the hours in which each transmitter had
 * or has a detection.
 */
export async function replaceDetections(
  { db }: Db,
  systemId: string,
  rxId: number,
  hours: readonly number[],
  detections: readonly StoredDetection[],
): Promise<{ transmitterId: number; hour: number }[]> {
  const { rows: removed } = await sql<{ transmitter_id: number; hour: Date }>`
    delete from detections where system_id = ${systemId} and rx_id = ${rxId} and hour = any(${isoTimes(hours)}::timestamptz[])
    returning transmitter_id, hour`.execute(db);
  const rows = detections.map((each) => ({ system_id: systemId, ...detectionRow(rxId, each) }));
  await inBatches(rows, (some) => db.insertInto('detections').values(some).execute());
  return [...removed, ...rows].map((row) => ({ transmitterId: row.transmitter_id, hour: row.hour.getTime() }));
}

/**
 * Updates when and by which receiver tags were last contacted (REG-25), which is the end of their last visit,
 * of some tags or of all (null). Values are removed only if all hours are followed (`isAllFollowed`). Returns
 * whether any changed.
 */
export async function settleTags(
  { db }: Db,
  systemId: string,
  tagIds: readonly number[] | null,
  isAllFollowed: boolean,
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    with heard as materialized (
      select tags.id as tag_id, last.left_at, last.last_rx_id
      from tags left join lateral (
        select left_at, last_rx_id from visits where visits.tag_id = tags.id order by left_at desc, last_rx_id limit 1
      ) as last on true
      where tags.system_id = ${systemId} ${tagIds === null ? sql`` : sql`and tags.id = any(${tagIds}::integer[])`}
    ), removed as (
      delete from tag_contacts using heard
      where ${isAllFollowed} and tag_contacts.tag_id = heard.tag_id and heard.left_at is null returning 1
    ), stored as (
      insert into tag_contacts as known (tag_id, last_contacted, rx_id)
      select tag_id, left_at, last_rx_id from heard where left_at is not null
      on conflict (tag_id) do update set last_contacted = excluded.last_contacted, rx_id = excluded.rx_id
        where (known.last_contacted, known.rx_id) is distinct from (excluded.last_contacted, excluded.rx_id)
      returning 1
    )
    select ((select count(*) from removed) + (select count(*) from stored))::integer as count`.execute(db);
  return (rows[0]?.count ?? 0) > 0;
}

/**
 * Returns the keys ('transmitter/antenna/hour') of the detections in hours at or after `from` (ms), by
 * receiver.
 */
export async function detectedSince({ db }: Db, systemId: string, from: number): Promise<Map<number, Set<string>>> {
  const rows = await db
    .selectFrom('detections')
    .select(['rx_id', 'transmitter_id', 'ant', 'hour'])
    .where('system_id', '=', systemId)
    .where('hour', '>=', new Date(from))
    .execute();
  const found = new Map<number, Set<string>>();
  for (const { rx_id, transmitter_id, ant, hour } of rows) {
    const keys = found.get(rx_id) ?? new Set<string>();
    found.set(rx_id, keys.add(detectionKey({ transmitterId: transmitter_id, ant, hour: hour.getTime() })));
  }
  return found;
}

/**
 * Counts, for each antenna of some receivers, the detections that overlap from ≤ ts < to (ms): their first
 * hit is before `to`, their last at or after `from`.
 */
export async function countDetections(
  { db }: Db,
  systemId: string,
  { from, to, rxIds }: { from: number; to: number; rxIds: readonly number[] },
): Promise<{ rxId: number; ant: number; count: number }[]> {
  const { rows } = await sql<{ rxId: number; ant: number; count: number }>`
    select rx_id as "rxId", ant, count(*)::float8 as count from detections
    where system_id = ${systemId} and rx_id = any(${rxIds}::integer[])
      and hour >= date_bin('1 hour', ${new Date(from)}::timestamptz, 'epoch') and hour < ${new Date(to)}
      and last_ts >= ${new Date(from)} and first_ts < ${new Date(to)}
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

/** Returns a detection's key, which is unique for its receiver. */
export function detectionKey({ transmitterId, ant, hour }: { transmitterId: number; ant: number; hour: number }): string {
  return `${transmitterId}/${ant}/${hour}`;
}

/**
 * Returns the detections of a transmitter by receivers of the fleet in hours at or after `from` (ms), oldest
 * first, and when each antenna last heard it, however long ago.
 */
export async function detectionsOf({ db }: Db, systemId: string, transmitterId: number, from: number) {
  const its = db
    .selectFrom('detections')
    .innerJoin('receivers', (join) => join.onRef('receivers.id', '=', 'rx_id').on('retired_at', 'is', null))
    .where('detections.system_id', '=', systemId)
    .where('transmitter_id', '=', transmitterId);
  const detections = await its
    .selectAll('detections')
    .where('hour', '>=', new Date(from))
    .orderBy('hour')
    .orderBy('rx_id')
    .orderBy('ant')
    .execute();
  const lastTimes = await its
    .select(['rx_id', 'ant', (eb) => eb.fn.max('last_ts').as('last_ts')])
    .groupBy(['rx_id', 'ant'])
    .orderBy('rx_id')
    .orderBy('ant')
    .execute();
  return { detections, lastTimes };
}
