import { sql } from 'kysely';
import type { Settings } from '#model/config/settings.ts';
import { beaconPurpose } from '#model/entities/beacon.ts';
import { beeperType, noise } from '#model/entities/contact.ts';
import { frequencyToleranceHz } from '#model/registry/transmitters/transmitter.ts';
import type { Db } from '../database.ts';
import { systemState } from '../system-state.ts';

/** A beacon's purpose (REG-5): 1 beacon, 2 voltage monitor. */
export type BeaconPurpose = 1 | 2;

/** A beacon of a system; `intervalMs` is the longest time between two of its pulses. */
export type WatchedBeacon = { id: number; serialNumber: string; purpose: BeaconPurpose; intervalMs: number };

/** How often an antenna heard a beacon in the last hour with hits; `hour` is its start, in ms since 1970. */
export type BeaconCount = { transmitterId: number; rxId: number; ant: number; hour: number; hits: number };

/**
 * A count as stored by the last check. `heardAt`: the time (ms) since which the count has not changed;
 * `isSilent`: an alarm was raised.
 */
export type BeaconHearing = BeaconCount & { heardAt: number; isSilent: boolean };

const hourMs = 3_600_000;

const isNear = sql`abs(heard.freq_hz - beacon.frequency_hz) <= greatest(${frequencyToleranceHz}::int, beacon.frequency_variance_hz)`;

/** SQL that is true if the contact or count `heard` is from the transmitter `beacon` (REG-12). */
export const isBeacons = sql`(case when heard.type = ${beeperType} then beacon.code_number is null else heard.code = beacon.code_number end)
  and ${isNear}`;

/**
 * Like `isBeacons`, but only for beacons with a code, as an equality that a join can use. Noise never matches
 * (CON-10).
 */
export const isCodedOnes = sql`heard.code = beacon.code_number and heard.type <> all(array[${beeperType}, ${noise.type}]::int[]) and ${isNear}`;

/**
 * Returns the running systems that have beacons; simulated ones only if this host runs the simulator
 * (`isSimulating`).
 */
export async function systemsWithBeacons({ db }: Db, isSimulating: boolean): Promise<string[]> {
  const { rows } = await sql<{ id: string; status: number; offline: boolean }>`
    select id, status, offline from systems
    where (${isSimulating} or kind <> 'simulated') and exists (select from transmitters where system_id = systems.id and purpose in (1, 2)) order by id`.execute(
    db,
  );
  return rows.filter((row) => systemState(row) === 'running').map(({ id }) => id);
}

/**
 * Claims the check of a system's beacons for this transaction. Returns the present time and that of the last
 * check (ms; null before the first). Returns undefined if another host is checking, or checked less than
 * `leastMs` ago. The clock is read after locking and may be behind the other host's, so a last check slightly
 * in the future also counts.
 */
export async function takeBeaconLook(
  { db }: Db,
  systemId: string,
  { clock, leastMs }: { clock: () => number; leastMs: number },
): Promise<{ now: number; lookedAt: number | null } | undefined> {
  const { rows } = await sql<{ looked_at: Date }>`
    select looked_at from beacon_looks where system_id = ${systemId} for update skip locked`.execute(db);
  const now = clock();
  const at = new Date(now);
  const lookedAt = rows[0]?.looked_at.getTime();
  if (lookedAt === undefined) {
    const first = await sql`insert into beacon_looks (system_id, looked_at) select ${systemId}, ${at}::timestamptz
      where not exists (select from beacon_looks where system_id = ${systemId}) on conflict do nothing`.execute(db);
    return first.numAffectedRows === 1n ? { now, lookedAt: null } : undefined;
  }
  if (Math.abs(now - lookedAt) < leastMs) return undefined;
  await sql`update beacon_looks set looked_at = ${at} where system_id = ${systemId}`.execute(db);
  return { now, lookedAt };
}

/** Returns the beacons of a system. */
export async function watchedBeacons({ db }: Db, systemId: string): Promise<WatchedBeacon[]> {
  const { rows } = await sql<WatchedBeacon>`
    select id, serial_number as "serialNumber", purpose, emit_interval_ms + emit_interval_variance_ms as "intervalMs"
    from transmitters where system_id = ${systemId} and purpose in (1, 2)`.execute(db);
  return rows;
}

/** Returns whether any of these transmitters of a system is a beacon (REG-5). */
export async function areBeacons({ db }: Db, systemId: string, transmitterIds: readonly number[]): Promise<boolean> {
  if (transmitterIds.length === 0) return false;
  const beacon = await db
    .selectFrom('transmitters')
    .select('id')
    .where('system_id', '=', systemId)
    .where('id', 'in', transmitterIds)
    .where('purpose', '=', beaconPurpose)
    .limit(1)
    .executeTakeFirst();
  return beacon !== undefined;
}

/**
 * Returns the number of hits of each beacon (REG-12) at each antenna in the hour of `now` (ms) or, if there
 * are none, in the hour before. Reads the rollup.
 */
export async function countBeacons({ db }: Db, systemId: string, now: number): Promise<BeaconCount[]> {
  const from = new Date(Math.floor(now / hourMs) * hourMs - hourMs);
  const { rows } = await sql<Omit<BeaconCount, 'hour'> & { hour: Date }>`
    select distinct on (beacon.id, heard.rx_id, heard.ant)
      beacon.id as "transmitterId", heard.rx_id as "rxId", heard.ant, heard.hour, sum(heard.count)::float8 as hits
    from contacts_hourly_codes heard
    join transmitters beacon on beacon.system_id = heard.system_id and beacon.purpose in (1, 2)
      and ${isBeacons}
    where heard.system_id = ${systemId} and heard.hour >= ${from} and heard.hour <= ${new Date(now)}
    group by beacon.id, heard.rx_id, heard.ant, heard.hour
    order by beacon.id, heard.rx_id, heard.ant, heard.hour desc`.execute(db);
  return rows.map((row) => ({ ...row, hour: row.hour.getTime() }));
}

/** Returns what the last check stored, without retired receivers. */
export async function beaconHearingsOf({ db }: Db, systemId: string): Promise<BeaconHearing[]> {
  const { rows } = await sql<Omit<BeaconHearing, 'hour' | 'heardAt'> & { hour: Date; heardAt: Date }>`
    select transmitter_id as "transmitterId", rx_id as "rxId", ant, hour, hits::float8 as hits, heard_at as "heardAt",
      is_silent as "isSilent"
    from beacon_hearings join receivers on receivers.id = rx_id
    where receivers.system_id = ${systemId} and retired_at is null`.execute(db);
  return rows.map((row) => ({ ...row, hour: row.hour.getTime(), heardAt: row.heardAt.getTime() }));
}

/**
 * Returns the receivers that would hear a beacon now, and when (ms) they were last heard (RX-43): those
 * enabled, online, and sending immediately. A receiver that uploads at intervals (RX-44) is left out, because
 * its silence means nothing. Simulated receivers count as heard at `now`.
 */
export async function listeningReceivers(
  { db }: Db,
  systemId: string,
  { online, now }: { online: number; now: number },
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; heard_at: Date | null; is_simulated: boolean }>`
    select receivers.id, heard.heard_at, kind = 'simulated' as is_simulated
    from receivers join systems on systems.id = system_id join receiver_reports as report on report.rx_id = receivers.id
    left join receivers_heard as heard on heard.rx_id = receivers.id
    where system_id = ${systemId} and retired_at is null and enabled and report.status = ${online}
      and heard.uploads_every_ms is null`.execute(db);
  return new Map(rows.map(({ id, heard_at, is_simulated }) => [id, is_simulated ? now : (heard_at?.getTime() ?? 0)]));
}

/**
 * Returns the settings of some receivers of a system, each with the model that it reports or, if it reports
 * none, that people set.
 */
export async function settingsByModel(
  { db }: Db,
  systemId: string,
  rxIds: readonly number[],
): Promise<{ id: number; model: number; settings: Settings }[]> {
  const { rows } = await sql<{ id: number; model: number; settings: Settings }>`
    select receivers.id, coalesce(report.model, receivers.model) as model, config as settings
    from receivers left join receiver_reports as report on report.rx_id = receivers.id
    where system_id = ${systemId} and receivers.id = any(${rxIds}::integer[])`.execute(db);
  return rows;
}

/** Stores the results of a check. */
export async function writeBeaconHearings({ db }: Db, hearings: readonly BeaconHearing[]): Promise<void> {
  if (hearings.length === 0) return;
  const times = (pick: (one: BeaconHearing) => number) => hearings.map((one) => new Date(pick(one)).toISOString());
  await sql`
    insert into beacon_hearings (transmitter_id, rx_id, ant, hour, hits, heard_at, is_silent)
    select given.* from unnest(${hearings.map((one) => one.transmitterId)}::integer[], ${hearings.map((one) => one.rxId)}::integer[],
      ${hearings.map((one) => one.ant)}::smallint[], ${times((one) => one.hour)}::timestamptz[],
      ${hearings.map((one) => one.hits)}::bigint[], ${times((one) => one.heardAt)}::timestamptz[],
      ${hearings.map((one) => one.isSilent)}::boolean[]) as given (transmitter_id, rx_id, ant, hour, hits, heard_at, is_silent)
    join receivers on receivers.id = given.rx_id join transmitters on transmitters.id = given.transmitter_id
    on conflict (transmitter_id, rx_id, ant) do update
      set hour = excluded.hour, hits = excluded.hits, heard_at = excluded.heard_at, is_silent = excluded.is_silent`.execute(db);
}
