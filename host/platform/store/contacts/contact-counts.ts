import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database.ts';
import { hourMs } from './contact-partitions.ts';

export type AntennaCount = { rxId: number; ant: number; count: number };

/** From ≤ ts < to, in ms since 1970. */
type Span = { from: number; to: number };

/**
 * A span to count in one table. `sign`: whether to add the count (1) or subtract it (-1). `part`: the start
 * of the hour that the piece helps to count; null if the piece counts complete hours.
 */
type Segment = Span & { table: 'contacts_hourly' | 'contacts'; sign: 1 | -1; part: number | null };

/**
 * Counts the contacts with from ≤ ts < to (ms since 1970) of each antenna of a system's fleet, or only of the
 * receivers `rxIds` unless null (STAT-5). Rollup and contacts are read in one statement, so both show the
 * same moment.
 */
export async function countByAntenna(
  { db }: Db,
  systemId: string,
  { rxIds, now, ...asked }: Span & { now: number; rxIds: readonly number[] | null },
): Promise<AntennaCount[]> {
  const segments = segmentsOf(asked, now);
  if (segments.length === 0) return [];
  const { rows } = await sql<AntennaCount>`
    with ${shownReceivers(systemId, rxIds)}
    select rx_id as "rxId", ant, sum(count)::bigint as count from (${allOf(systemId, segments)}) as pieces
    group by rx_id, ant having sum(count) > 0 order by rx_id, ant`.execute(db);
  return rows;
}

/**
 * The number of an antenna's contacts in a group of hours that begins at `at`. `lastHour` is the last of
 * these hours with any.
 */
export type AntennaHours = AntennaCount & { at: number; lastHour: number };

/**
 * Like `countByAntenna`, in groups of `hours` hours; the first group begins with the hour of `from`
 * (STAT-17). Leaves out groups without contacts. `at` and `lastHour` are starts of hours, in ms since 1970.
 */
export async function countByAntennaHours(
  { db }: Db,
  systemId: string,
  { rxIds, now, hours, ...asked }: Span & { now: number; rxIds: readonly number[] | null; hours: number },
): Promise<AntennaHours[]> {
  const segments = segmentsOf(asked, now);
  if (segments.length === 0) return [];
  const first = new Date(Math.floor(asked.from / hourMs) * hourMs);
  const { rows } = await sql<AntennaCount & { at: Date; lastHour: Date }>`
    with ${shownReceivers(systemId, rxIds)}, hourly as (
      select rx_id, ant, hour, sum(count) as count from (${allOf(systemId, segments, true)}) as pieces
      group by rx_id, ant, hour having sum(count) > 0
    )
    select rx_id as "rxId", ant, date_bin(make_interval(hours => ${hours}::integer), hour, ${first}) as at,
      sum(count)::bigint as count, max(hour) as "lastHour"
    from hourly group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  return rows.map(({ at, lastHour, ...row }) => ({ ...row, at: at.getTime(), lastHour: lastHour.getTime() }));
}

/**
 * Builds the table expression `shown`: the receivers of the fleet, without retired ones (STAT-5); only those
 * of `rxIds` unless null.
 */
export function shownReceivers(systemId: string, rxIds: readonly number[] | null): RawBuilder<unknown> {
  const among = rxIds === null ? sql`` : sql`and id = any(${rxIds})`;
  return sql`shown as materialized (select id from receivers where system_id = ${systemId} and retired_at is null ${among})`;
}

function allOf(systemId: string, segments: readonly Segment[], isHourly = false): RawBuilder<unknown> {
  return sql.join(
    segments.map((segment) => selectSegment(systemId, segment, isHourly)),
    sql` union all `,
  );
}

/** Like `countByAntenna`, by receiver. Leaves out receivers that heard nothing. */
export async function countByReceiver(
  database: Db,
  systemId: string,
  asked: Span & { now: number },
): Promise<ReadonlyMap<number, number>> {
  return sumByReceiver(await countByAntenna(database, systemId, { ...asked, rxIds: null }));
}

/** Sums the counts of each receiver's antennas; leaves out receivers that heard nothing. */
export function sumByReceiver(counts: readonly AntennaCount[]): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  for (const { rxId, count } of counts) sums.set(rxId, (sums.get(rxId) ?? 0) + count);
  return sums;
}

/**
 * Counts the contacts of a system's fleet with from ≤ ts < to by minute; the keys are the starts of minutes
 * (ms since 1970). Leaves out minutes without contacts. It reads the contacts themselves, because no rollup
 * is finer than an hour.
 */
export async function countByMinute({ db }: Db, systemId: string, { from, to }: Span): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ minute: string; count: string }>`
    select floor(extract(epoch from ts) / 60)::bigint as minute, count(*) as count from contacts
    where system_id = ${systemId}
      and rx_id = any(array(select id from receivers where system_id = ${systemId} and retired_at is null))
      and ts >= ${new Date(from)} and ts < ${new Date(to)}
    group by 1`.execute(db);
  return new Map(rows.map(({ minute, count }) => [Number(minute) * 60_000, Number(count)]));
}

/**
 * Divides a span into complete hours, which the rollup counts, and parts of an hour. A part is counted from
 * its contacts, or, if it is longer than the rest of the hour, as the complete hour minus the rest.
 */
function segmentsOf({ from, to }: Span, now: number): Segment[] {
  if (from >= to) return [];
  const first = Math.floor(from / hourMs) * hourMs;
  const last = Math.floor(to / hourMs) * hourMs;
  const whole = { from: first === from ? first : first + hourMs, to: last };
  const segments: Segment[] = whole.from < whole.to ? [{ table: 'contacts_hourly', ...whole, sign: 1, part: null }] : [];
  if (first !== from) segments.push(...partOf(first, { from, to: Math.min(to, first + hourMs) }, now));
  if (last !== to && (last !== first || first === from)) segments.push(...partOf(last, { from: last, to }, now));
  return segments;
}

function partOf(hour: number, asked: Span, now: number): Segment[] {
  const end = hour + hourMs;
  const beside = [
    { from: hour, to: asked.from },
    { from: asked.to, to: end },
  ].filter(({ from, to }) => from < to);
  const past = ({ from, to }: Span) => Math.max(0, Math.min(to, now) - from);
  const inPart = { table: 'contacts', part: hour } as const;
  if (past(asked) <= beside.reduce((sum, span) => sum + past(span), 0)) return [{ ...inPart, ...asked, sign: 1 }];
  return [
    { table: 'contacts_hourly', part: hour, from: hour, to: end, sign: 1 },
    ...beside.map((span) => ({ ...inPart, ...span, sign: -1 }) as const),
  ];
}

function selectSegment(systemId: string, { table, sign, part, from, to }: Segment, isHourly: boolean): RawBuilder<unknown> {
  const by = !isHourly ? sql`` : part === null ? sql`hour, ` : sql`${new Date(part)}::timestamptz as hour, `;
  const [time, count] = table === 'contacts' ? [sql.ref('ts'), sql`count(*)`] : [sql.ref('hour'), sql`sum(count)`];
  // The bounds are parameters, so that PostgreSQL locks no other partitions. The array makes the planner use
  // the index of the contacts' identity.
  return sql`select rx_id, ant, ${by}${sql.lit(sign)} * ${count} as count from ${sql.table(table)}
    where system_id = ${systemId} and rx_id = any(array(select id from shown))
      and ${time} >= ${new Date(from)} and ${time} < ${new Date(to)} ${part === null ? sql`` : isStored(systemId, part)}
    group by rx_id, ant ${isHourly && part === null ? sql`, hour` : sql``}`;
}

/**
 * Leaves out an hour whose contacts were deleted: the rollup still counts the whole hour, so a part of it is
 * unknown.
 */
function isStored(systemId: string, hour: number): RawBuilder<unknown> {
  const at = new Date(hour);
  return sql`and (select state = 'there' from contact_day((${at}::timestamptz at time zone 'UTC')::date))
    and ${at} >= coalesce((select before from data_floors where system_id = ${systemId} and sort = 'contacts'), '-infinity')`;
}
