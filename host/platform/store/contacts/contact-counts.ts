import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database.ts';
import { hourMs } from './contact-partitions.ts';

export type AntennaCount = { rxId: number; ant: number; count: number };

/** From ≤ ts < to, in ms since the epoch. */
type Span = { from: number; to: number };

/** What is added or, with a sign of -1, taken away; `part` is the hour that it is a part of. */
type Piece = Span & { table: 'contacts_hourly' | 'contacts'; sign: 1 | -1; part: number | null };

/**
 * How many contacts each antenna of a system's fleet heard with from ≤ ts < to (ms since the epoch), of some
 * receivers where they are named (STAT-5). By one statement: rollup and contacts are those of one instant.
 */
export async function countByAntenna(
  { db }: Db,
  systemId: string,
  { rxIds, now, ...asked }: Span & { now: number; rxIds: readonly number[] | null },
): Promise<AntennaCount[]> {
  const pieces = piecesOf(asked, now);
  if (pieces.length === 0) return [];
  const { rows } = await sql<AntennaCount>`
    with ${shownReceivers(systemId, rxIds)}
    select rx_id as "rxId", ant, sum(count)::bigint as count from (${allOf(systemId, pieces)}) as pieces
    group by rx_id, ant having sum(count) > 0 order by rx_id, ant`.execute(db);
  return rows;
}

/** What an antenna heard from `at` on, for as many hours as were put together; the last of them with any. */
export type AntennaHours = AntennaCount & { at: number; lastHour: number };

/**
 * The same counts by so many hours at once, from the one on that the time begins in (STAT-17); what heard
 * nothing is left out. `at` and `lastHour` are the beginnings of hours, in ms since the epoch.
 */
export async function countByAntennaHours(
  { db }: Db,
  systemId: string,
  { rxIds, now, hours, ...asked }: Span & { now: number; rxIds: readonly number[] | null; hours: number },
): Promise<AntennaHours[]> {
  const pieces = piecesOf(asked, now);
  if (pieces.length === 0) return [];
  const first = new Date(Math.floor(asked.from / hourMs) * hourMs);
  const { rows } = await sql<AntennaCount & { at: Date; lastHour: Date }>`
    with ${shownReceivers(systemId, rxIds)}, hourly as (
      select rx_id, ant, hour, sum(count) as count from (${allOf(systemId, pieces, true)}) as pieces
      group by rx_id, ant, hour having sum(count) > 0
    )
    select rx_id as "rxId", ant, date_bin(make_interval(hours => ${hours}::integer), hour, ${first}) as at,
      sum(count)::bigint as count, max(hour) as "lastHour"
    from hourly group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  return rows.map(({ at, lastHour, ...row }) => ({ ...row, at: at.getTime(), lastHour: lastHour.getTime() }));
}

/** The receivers of the fleet as `shown`, retired ones left out (STAT-5). */
export function shownReceivers(systemId: string, rxIds: readonly number[] | null): RawBuilder<unknown> {
  const among = rxIds === null ? sql`` : sql`and id = any(${rxIds})`;
  return sql`shown as materialized (select id from receivers where system_id = ${systemId} and retired_at is null ${among})`;
}

function allOf(systemId: string, pieces: readonly Piece[], isHourly = false): RawBuilder<unknown> {
  return sql.join(
    pieces.map((piece) => selectPiece(systemId, piece, isHourly)),
    sql` union all `,
  );
}

/** The same by receiver; one that heard nothing is left out. */
export async function countByReceiver(
  database: Db,
  systemId: string,
  asked: Span & { now: number },
): Promise<ReadonlyMap<number, number>> {
  return sumByReceiver(await countByAntenna(database, systemId, { ...asked, rxIds: null }));
}

/** What each receiver heard at all of its antennas; one that heard nothing is left out. */
export function sumByReceiver(counts: readonly AntennaCount[]): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  for (const { rxId, count } of counts) sums.set(rxId, (sums.get(rxId) ?? 0) + count);
  return sums;
}

/**
 * How many contacts a system's fleet heard in each minute from ≤ ts < to, by when the minute begins (ms since
 * the epoch); a minute without any is left out. Counted one by one, as no rollup is finer than an hour.
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
 * Whole hours as the rollup has them. Of one that is asked for in part the contacts themselves or, where
 * fewer lie beside what is asked for than within, the rollup without those.
 */
function piecesOf({ from, to }: Span, now: number): Piece[] {
  if (from >= to) return [];
  const first = Math.floor(from / hourMs) * hourMs;
  const last = Math.floor(to / hourMs) * hourMs;
  const whole = { from: first === from ? first : first + hourMs, to: last };
  const pieces: Piece[] = whole.from < whole.to ? [{ table: 'contacts_hourly', ...whole, sign: 1, part: null }] : [];
  if (first !== from) pieces.push(...partOf(first, { from, to: Math.min(to, first + hourMs) }, now));
  if (last !== to && (last !== first || first === from)) pieces.push(...partOf(last, { from: last, to }, now));
  return pieces;
}

function partOf(hour: number, asked: Span, now: number): Piece[] {
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

function selectPiece(systemId: string, { table, sign, part, from, to }: Piece, isHourly: boolean): RawBuilder<unknown> {
  const by = !isHourly ? sql`` : part === null ? sql`hour, ` : sql`${new Date(part)}::timestamptz as hour, `;
  const [time, count] = table === 'contacts' ? [sql.ref('ts'), sql`count(*)`] : [sql.ref('hour'), sql`sum(count)`];
  // Bounds as parameters: of partitions beside them none is locked. An array leads to the identity's index.
  return sql`select rx_id, ant, ${by}${sql.lit(sign)} * ${count} as count from ${sql.table(table)}
    where system_id = ${systemId} and rx_id = any(array(select id from shown))
      and ${time} >= ${new Date(from)} and ${time} < ${new Date(to)} ${part === null ? sql`` : isStored(systemId, part)}
    group by rx_id, ant ${isHourly && part === null ? sql`, hour` : sql``}`;
}

/** Of contacts that were deleted the rollup tells no part of an hour. */
function isStored(systemId: string, hour: number): RawBuilder<unknown> {
  const at = new Date(hour);
  return sql`and (select state = 'there' from contact_day((${at}::timestamptz at time zone 'UTC')::date))
    and ${at} >= coalesce((select before from data_floors where system_id = ${systemId} and sort = 'contacts'), '-infinity')`;
}
