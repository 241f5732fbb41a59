import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** A part of a run in an hour (ms), as its JSON, and by which settings it was found. */
export type KeptPart = { hour: number; version: number; part: string };

/** By which hour (ms) parts were given; null for those of runs that are still open. */
export type GivenHour = number | null;

const given = (hour: GivenHour) => (hour === null ? sql`given_hour is null` : sql`given_hour = ${new Date(hour)}`);

/** The parts that an hour gave, or the open ones. */
export async function givenParts({ db }: Db, systemId: string, rxId: number, hour: GivenHour): Promise<KeptPart[]> {
  const { rows } = await sql<{ hour: Date; version: number; part: string }>`
    select hour, config_version as version, part::text from detection_parts
    where system_id = ${systemId} and rx_id = ${rxId} and ${given(hour)}`.execute(db);
  return rows.map((row) => ({ ...row, hour: row.hour.getTime() }));
}

/**
 * Has an hour give these parts in place of those that it gave; answers the hours (ms) of which parts are
 * others now.
 */
export async function giveParts(
  { db }: Db,
  systemId: string,
  rxId: number,
  { hour, before, now }: { hour: GivenHour; before: readonly KeptPart[]; now: readonly KeptPart[] },
): Promise<number[]> {
  const keyOf = ({ version, part }: KeptPart): string => `${version} ${part}`;
  const [old, made] = [new Set(before.map(keyOf)), new Set(now.map(keyOf))];
  const gone = before.filter((part) => !made.has(keyOf(part)));
  const come = now.filter((part) => !old.has(keyOf(part)));
  if (gone.length > 0)
    await sql`
      delete from detection_parts using unnest(${times(gone)}::timestamptz[], ${gone.map(({ version }) => version)}::integer[],
        ${gone.map(({ part }) => part)}::text[]) as gone (hour, version, part)
      where system_id = ${systemId} and rx_id = ${rxId} and ${given(hour)} and detection_parts.hour = gone.hour
        and config_version = gone.version and detection_parts.part::text = gone.part`.execute(db);
  if (come.length > 0)
    await sql`
      insert into detection_parts (system_id, rx_id, hour, given_hour, config_version, part)
      select ${systemId}, ${rxId}, come.hour, ${hour === null ? null : new Date(hour)}::timestamptz, come.version, come.part::json
      from unnest(${times(come)}::timestamptz[], ${come.map(({ version }) => version)}::integer[],
        ${come.map(({ part }) => part)}::text[]) as come (hour, version, part)`.execute(db);
  return [...new Set([...gone, ...come].map((part) => part.hour))];
}

/**
 * Drops the parts of some hours of a receiver (from ≤ hour ≤ to, ms) that later ones gave; answers of
 * which hours.
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

const times = (parts: readonly { hour: number }[]): string[] => parts.map((part) => new Date(part.hour).toISOString());

/** All parts of some hours (ms) of a receiver. */
export async function partsOfHours({ db }: Db, systemId: string, rxId: number, hours: readonly number[]): Promise<KeptPart[]> {
  const { rows } = await sql<{ hour: Date; version: number; part: string }>`
    select hour, config_version as version, part::text from detection_parts
    where system_id = ${systemId} and rx_id = ${rxId} and hour = any(${hours.map((hour) => new Date(hour).toISOString())}::timestamptz[])`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, hour: row.hour.getTime() }));
}

/** A detection to be kept (DET-14): times in ms, powers in dBm. */
export type KeptDetection = {
  transmitterId: number;
  ant: number;
  hour: number;
  hits: number;
  meanPower: number;
  powerDeviation: number;
  maxPower: number;
  meanInterval: number | null;
  intervalDeviation: number | null;
  firstTs: number;
  lastTs: number;
  isAmbiguous: boolean;
  rhythm: 'fits' | 'cannot tell';
  measured: { interval: number; registered: number } | null;
  version: number;
};

/**
 * Keeps these as all that was detected by a receiver in some hours (ms). Answers the transmitters of which
 * there are or were some.
 */
export async function replaceDetections(
  { db }: Db,
  systemId: string,
  rxId: number,
  hours: readonly number[],
  detections: readonly KeptDetection[],
): Promise<number[]> {
  const gone = await db
    .deleteFrom('detections')
    .where('system_id', '=', systemId)
    .where('rx_id', '=', rxId)
    .where(
      'hour',
      'in',
      hours.map((hour) => new Date(hour)),
    )
    .returning('transmitter_id')
    .execute();
  const rows = detections.map((each) => ({
    system_id: systemId,
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
  }));
  // A statement takes 65,535 values.
  for (let at = 0; at < rows.length; at += 2_000)
    await db
      .insertInto('detections')
      .values(rows.slice(at, at + 2_000))
      .execute();
  return [...new Set([...gone, ...rows].map((row) => row.transmitter_id))];
}

/**
 * Brings 'Last Contacted' and the receiver of tags up to date with what is detected (REG-25): of some
 * transmitters, or of all; where what was heard is not all followed yet, none is forgotten. A run of two hits
 * has an interval. Answers whether any is another one now.
 */
export async function settleTags(
  { db }: Db,
  systemId: string,
  transmitterIds: readonly number[] | null,
  isAllFollowed: boolean,
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    with heard as materialized (
      select tags.id as tag_id, least(newest.last_ts, tags.retrieve_time) as last_ts, newest.rx_id
      from tags left join lateral (
        select last_ts, rx_id from detections
        where detections.system_id = tags.system_id and detections.transmitter_id = tags.transmitter_id
          and mean_interval_ms is not null and not is_ambiguous
          and last_ts >= coalesce(tags.release_time, '-infinity') and first_ts <= coalesce(tags.retrieve_time, 'infinity')
        order by last_ts desc, rx_id limit 1
      ) as newest on true
      where tags.system_id = ${systemId}
        ${transmitterIds === null ? sql`` : sql`and tags.transmitter_id = any(${transmitterIds}::integer[])`}
    ), gone as (
      delete from tag_contacts using heard
      where ${isAllFollowed} and tag_contacts.tag_id = heard.tag_id and heard.rx_id is null returning 1
    ), come as (
      insert into tag_contacts as known (tag_id, last_contacted, rx_id)
      select tag_id, last_ts, rx_id from heard where rx_id is not null
      on conflict (tag_id) do update set last_contacted = excluded.last_contacted, rx_id = excluded.rx_id
        where (known.last_contacted, known.rx_id) is distinct from (excluded.last_contacted, excluded.rx_id)
      returning 1
    )
    select ((select count(*) from gone) + (select count(*) from come))::integer as count`.execute(db);
  return (rows[0]?.count ?? 0) > 0;
}

/** What is detected now of hours (ms) from one on, by receiver, as 'transmitter/antenna/hour'. */
export async function detectedSince({ db }: Db, systemId: string, from: number): Promise<Map<number, Set<string>>> {
  const rows = await db
    .selectFrom('detections')
    .select(['rx_id', 'transmitter_id', 'ant', 'hour'])
    .where('system_id', '=', systemId)
    .where('hour', '>=', new Date(from))
    .execute();
  const found = new Map<number, Set<string>>();
  for (const { rx_id, transmitter_id, ant, hour } of rows) {
    const of = found.get(rx_id) ?? new Set<string>();
    found.set(rx_id, of.add(detectionKey({ transmitterId: transmitter_id, ant, hour: hour.getTime() })));
  }
  return found;
}

/**
 * How many detections each antenna of some receivers has with a hit from ≤ ts < to (ms), or with hits on both
 * sides of it.
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

/** Names a detection of a receiver. */
export function detectionKey({ transmitterId, ant, hour }: { transmitterId: number; ant: number; hour: number }): string {
  return `${transmitterId}/${ant}/${hour}`;
}

/**
 * What receivers of the fleet detected of a transmitter in hours (ms) from one on, oldest first, and when
 * each antenna heard it last, however long ago.
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
