import { type RawBuilder, sql } from 'kysely';
import { beaconPurpose } from '#model/entities/beacon.ts';
import { beeperType, noise } from '#model/entities/contact.ts';
import type { SentBeacon } from '#model/statistics/beacon-status.ts';
import type { Db } from '../database.ts';
import { isBeacons } from '../fleet/beacons.ts';
import { shownReceivers } from './contact-counts.ts';
import { hourMs } from './contact-partitions.ts';
import { isNoise, powerBucket, powersOfHours } from './hourly-powers.ts';

/**
 * The contacts with from ≤ ts < to (ms since 1970); only of the receivers `rxIds` unless null, and with noise
 * only if `hasNoise`.
 */
type Asked = { from: number; to: number; rxIds: readonly number[] | null; hasNoise: boolean };

export type AggregateFilters = {
  /** The widths of a group, in codes and in kHz; with 1, each code or kHz has its own group. */
  groupCodeBy: number;
  groupFreqBy: number;
  ants: readonly number[] | null;
  codes: readonly number[] | null;
  /** In MHz; contacts within 0.003 MHz match. */
  freqs: readonly number[] | null;
};

/** A group of contacts, in MHz and dBm; `stdPower` is null for a single contact. */
export type Aggregate = {
  rxId: number;
  siteName: string;
  hitCount: number;
  avgPower: number;
  stdPower: number | null;
  maxPower: number;
  frequency: number;
  /** Null for beepers, which send no code (CON-5). */
  avgCode: number | null;
};

/** The largest distance of a contact from a requested frequency, in kHz. */
const toleranceKhz = 3;

/**
 * Counts each receiver's contacts by kHz, by code (null: beepers) or by dBm (STAT-6). By dBm, the first and
 * last bucket are open-ended.
 */
export async function histogramOf(
  database: Db,
  systemId: string,
  asked: Asked,
  by: 'frequency' | 'code' | 'power',
): Promise<{ rxId: number; value: number | null; count: number }[]> {
  if (by === 'power') return powersOf(database, systemId, asked);
  const value = by === 'frequency' ? sql`khz` : sql`case when type = ${beeperType} then null else code end`;
  const { rows: found } = await sql<{ rxId: number; value: number | null; count: number }>`
    with ${shownReceivers(systemId, asked.rxIds)}
    select rx_id as "rxId", ${value} as value, sum(count)::float8 as count
    from (${groupsIn(systemId, asked)}) as alike where ${isHeard(asked)}
    group by 1, 2 order by 1, 2`.execute(database.db);
  return found;
}

/**
 * Like `histogramOf` by power: reads complete hours from their counted powers (STAT-12) and the rest from the
 * contacts.
 */
async function powersOf(database: Db, systemId: string, asked: Asked): Promise<{ rxId: number; value: number; count: number }[]> {
  const { from, to } = wholeHours(asked);
  const spans = from < to ? partsAround(asked) : [asked];
  const inHours =
    from < to ? sql`${powersOfHours({ systemId, from: new Date(from), to: new Date(to) }, asked.hasNoise)} union all` : sql``;
  const singly = sql`select rx_id, ${powerBucket(sql`max_power`)} as value, 1 as count from (${contactsOf(systemId, spans)}) as one where ${isHeard(asked)}`;
  const { rows } = await sql<{ rxId: number; value: number; count: number }>`
    with ${shownReceivers(systemId, asked.rxIds)}
    select rx_id as "rxId", value, sum(count)::float8 as count from (${inHours} ${singly}) as powers
    where count > 0 group by 1, 2 order by 1, 2`.execute(database.db);
  return rows;
}

/** Groups contacts by receiver, frequency and code (STAT-3, STAT-7). */
export async function aggregateContacts(
  database: Db,
  systemId: string,
  asked: Asked,
  { groupCodeBy, groupFreqBy, ants, codes, freqs }: AggregateFilters,
): Promise<Aggregate[]> {
  const ofAnts = ants === null ? sql`` : sql`and ant = any(${ants})`;
  const ofCodes = codes === null ? sql`` : sql`and type <> ${beeperType} and code = any(${codes})`;
  const khz = freqs?.map((freq) => Math.round(freq * 1_000)) ?? [];
  const ofFreqs =
    freqs === null
      ? sql``
      : sql`and exists (select from unnest(${khz}::integer[]) as near where abs(khz - near) <= ${toleranceKhz})`;
  const { rows } = await sql<Aggregate>`
    with ${shownReceivers(systemId, asked.rxIds)}
    select rx_id as "rxId", coalesce(sites.alias, '') as "siteName", sum(count)::float8 as "hitCount",
      sum(sum_power) / sum(count)::float8 as "avgPower",
      case when sum(count) > 1 then sqrt(greatest(0, (sum(sum_power_sq) - sum(sum_power) ^ 2 / sum(count)::float8) / (sum(count)::float8 - 1))) end
        as "stdPower",
      max(max_power) as "maxPower", round((sum(khz::float8 * count) / sum(count)::float8)::numeric) / 1000.0::float8 as frequency,
      sum(code::float8 * count) filter (where type <> ${beeperType}) / sum(count)::float8 as "avgCode"
    from (${groupsIn(systemId, asked)}) as alike
    join receivers on receivers.id = rx_id left join sites on sites.id = receivers.site_id
    where ${isHeard(asked)} ${ofAnts} ${ofCodes} ${ofFreqs}
    group by rx_id, sites.alias, floor(khz / ${groupFreqBy}::float8), type = ${beeperType},
      case when type <> ${beeperType} then floor(code / ${groupCodeBy}::float8) end
    order by rx_id, frequency, "avgCode"`.execute(database.db);
  return rows;
}

/** Returns the beacons of a system (REG-5). */
export async function beaconsOf({ db }: Db, systemId: string): Promise<SentBeacon[]> {
  const { rows } = await sql<SentBeacon>`
    select id, serial_number as name, code_number as "codeNumber", frequency_hz / 1e6::float8 as frequency, emit_interval_ms as "intervalMs",
      emit_interval_variance_ms as "varianceMs"
    from transmitters where system_id = ${systemId} and purpose = ${beaconPurpose} order by id`.execute(db);
  return rows;
}

type BeaconHits = {
  beaconId: number;
  rxId: number;
  ant: number;
  hourly: number[];
  avgPower: number | null;
  isKnown: boolean;
};

/**
 * Returns how often each antenna heard each beacon (REG-12), for each hour with hits. `isKnown`: the periodic
 * check of beacons has recorded that the antenna heard the beacon (ALM-20); without hits in this time,
 * `hourly` is empty.
 */
export async function beaconHits(database: Db, systemId: string, asked: Asked): Promise<BeaconHits[]> {
  const { rows } = await sql<BeaconHits>`
    with ${shownReceivers(systemId, asked.rxIds)}, heard as (${groupsIn(systemId, asked)}), hours as (
      select beacon.id, heard.rx_id, heard.ant, heard.hour, sum(heard.count) as hits, sum(heard.sum_power) as power
      from heard join transmitters beacon on beacon.system_id = ${systemId} and beacon.purpose = ${beaconPurpose} and ${isBeacons}
      group by 1, 2, 3, 4
      union all
      select transmitter_id, rx_id, ant, null, 0, null from beacon_hearings
      join transmitters beacon on beacon.id = transmitter_id and beacon.system_id = ${systemId} and beacon.purpose = ${beaconPurpose}
      where rx_id in (select id from shown)
    )
    select id as "beaconId", rx_id as "rxId", ant,
      coalesce(array_agg(hits::float8 order by hour) filter (where hour is not null), '{}') as hourly,
      (sum(power) / nullif(sum(hits), 0))::float8 as "avgPower", bool_or(hour is null) as "isKnown"
    from hours group by 1, 2, 3 order by 2, 3, 1`.execute(database.db);
  return rows;
}

/** A code (null: beepers) and a range of frequencies, in Hz, inclusive. */
type CodeBand = { code: number | null; fromHz: number; toHz: number };

/**
 * Counts each antenna's contacts in one of these bands (STAT-16), leaving out contacts of the type noise.
 * Reads the same rows as the histogram of codes, but returns only one row per antenna.
 */
export async function countInBands(
  database: Db,
  systemId: string,
  asked: Omit<Asked, 'hasNoise'>,
  bands: readonly CodeBand[],
): Promise<{ rxId: number; ant: number; count: number }[]> {
  if (bands.length === 0) return [];
  const { rows } = await sql<{ rxId: number; ant: number; count: number }>`
    with ${shownReceivers(systemId, asked.rxIds)}, bands as materialized (
      select * from unnest(${bands.map(({ code }) => code === null)}::boolean[], ${bands.map(({ code }) => code ?? 0)}::integer[],
        ${bands.map(({ fromHz }) => fromHz)}::integer[], ${bands.map(({ toHz }) => toHz)}::integer[]) as band (beeps, code, from_hz, to_hz)
    )
    select rx_id as "rxId", ant, sum(count)::float8 as count
    from (${groupsIn(systemId, { ...asked, hasNoise: true })}) as alike
    where type <> ${noise.type} and exists (
      select from bands where bands.beeps = (alike.type = ${beeperType})
        and bands.code = case when alike.type = ${beeperType} then 0 else alike.code end and alike.freq_hz between from_hz and to_hz)
    group by 1, 2 order by 1, 2`.execute(database.db);
  return rows;
}

/** Leaves out noise (CON-10) unless it is requested. */
function isHeard({ hasNoise }: Asked): RawBuilder<unknown> {
  return hasNoise ? sql`true` : sql`not ${isNoise}`;
}

/** Selects groups of equal contacts: complete hours from the rollup, the rest from the contacts. */
function groupsIn(systemId: string, asked: Asked): RawBuilder<unknown> {
  const whole = wholeHours(asked);
  if (whole.from >= whole.to) return contactsOf(systemId, [asked]);
  const parts = partsAround(asked);
  return sql`select rx_id, ant, hour, freq_hz, round(freq_hz / 1000.0)::integer as khz, code, type, count, sum_power, sum_power_sq, max_power
    from contacts_hourly_codes where system_id = ${systemId} and rx_id = any(array(select id from shown))
      and hour >= ${new Date(whole.from)} and hour < ${new Date(whole.to)}
    union all ${contactsOf(systemId, parts)}`;
}

/** Returns the complete hours within a time. There are none if the returned `from` is not before `to`. */
function wholeHours({ from, to }: Pick<Asked, 'from' | 'to'>): { from: number; to: number } {
  return { from: Math.ceil(from / hourMs) * hourMs, to: Math.floor(to / hourMs) * hourMs };
}

/** Returns the parts of a time before and after its complete hours; call it only if there are some. */
function partsAround({ from, to }: Pick<Asked, 'from' | 'to'>): { from: number; to: number }[] {
  const whole = wholeHours({ from, to });
  return [
    { from, to: whole.from },
    { from: whole.to, to },
  ];
}

/** Selects single contacts, each as a group of one. */
function contactsOf(systemId: string, spans: readonly { from: number; to: number }[]): RawBuilder<unknown> {
  return sql.join(
    spans.map(
      ({
        from,
        to,
      }) => sql`select rx_id, ant, date_bin('1 hour', ts, 'epoch') as hour, freq_hz, round(freq_hz / 1000.0)::integer as khz, code, type, 1::bigint as count,
        power::float8 as sum_power, power::float8 * power as sum_power_sq, power as max_power
      from contacts where system_id = ${systemId} and rx_id = any(array(select id from shown))
        and ts >= ${new Date(from)} and ts < ${new Date(to)}`,
    ),
    sql` union all `,
  );
}
