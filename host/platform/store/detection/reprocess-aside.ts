import { type RawBuilder, sql } from 'kysely';
import { type Db, inTransaction } from '../database.ts';
import { inBatches } from '../in-batches.ts';
import type { PendingHour } from './followed-hours.ts';
import type { GivenHour, KeptDetection, KeptPart } from './detections.ts';
import type { Hours } from './reprocess-hours.ts';
import type { ReprocessTask } from './reprocess-jobs.ts';

/** What lies aside for a job: what it found, or what it replaced. */
type Side = 'found' | 'replaced';

/** What an hour (ms) of a receiver gives, and the state at its end. */
export type FoundHour = { rxId: number; hour: number; endState: string };
export type FoundPart = Pick<KeptPart, 'hour' | 'part'> & { rxId: number; given: GivenHour };

const rowsAtOnce = 2_000;
const iso = (ms: number): string => new Date(ms).toISOString();

/** Lays aside what a job found. */
export async function layAside(
  { db }: Db,
  { id, version, senders }: Pick<ReprocessTask, 'id' | 'version' | 'senders'>,
  { hours, parts }: { hours: readonly FoundHour[]; parts: readonly FoundPart[] },
): Promise<void> {
  await inBatches(hours, (some) =>
    sql`
      insert into aside_hours (job_id, side, rx_id, hour, config_version, senders, end_state)
      select ${id}, 'found', rx_id, hour, ${version}, ${senders}, end_state from unnest(${some.map(({ rxId }) => rxId)}::integer[],
        ${some.map(({ hour }) => iso(hour))}::timestamptz[], ${some.map(({ endState }) => endState)}::text[])
        as made (rx_id, hour, end_state)`.execute(db),
  );
  await inBatches(parts, (some) =>
    sql`
      insert into aside_parts (job_id, side, rx_id, hour, given_hour, config_version, part)
      select ${id}, 'found', rx_id, hour, given, ${version}, part::json from unnest(${some.map(({ rxId }) => rxId)}::integer[],
        ${some.map(({ hour }) => iso(hour))}::timestamptz[],
        ${some.map(({ given }) => (given === null ? null : iso(given)))}::timestamptz[], ${some.map(({ part }) => part)}::text[])
        as made (rx_id, hour, given, part)`.execute(db),
  );
}

/** Drops what a job found of hours from one on (ms), of open runs, and all detections that it summed up. */
export async function dropFoundFrom({ db }: Db, id: string, from: number): Promise<void> {
  const its = sql`job_id = ${id} and side = 'found'`;
  await sql`delete from aside_hours where ${its} and hour >= ${new Date(from)}`.execute(db);
  await sql`delete from aside_parts where ${its} and (given_hour is null or given_hour >= ${new Date(from)})`.execute(db);
  await sql`delete from aside_detections where ${its}`.execute(db);
}

/** The states at the ends of the last hours that a job found, by receiver. */
export async function lastStates({ db }: Db, id: string): Promise<Map<number, string>> {
  const { rows } = await sql<{ rx_id: number; end_state: string }>`
    select distinct on (rx_id) rx_id, end_state from aside_hours where job_id = ${id} and side = 'found'
    order by rx_id, hour desc`.execute(db);
  return new Map(rows.map((row) => [row.rx_id, row.end_state]));
}

/** The hours (ms) of a stretch of which a job found parts, of each receiver in order of time. */
export async function hoursOfParts({ db }: Db, id: string, hours: Hours): Promise<PendingHour[]> {
  const { rows } = await sql<{ rx_id: number; hour: Date }>`
    select distinct rx_id, hour from aside_parts where job_id = ${id} and side = 'found'
      and hour >= ${new Date(hours.from)} and hour < ${new Date(hours.to)} order by rx_id, hour`.execute(db);
  return rows.map(({ rx_id: rxId, hour }) => ({ rxId, hour: hour.getTime() }));
}

/** All parts that a job found of some hours (ms) of a receiver. */
export async function foundParts({ db }: Db, id: string, rxId: number, hours: readonly number[]): Promise<KeptPart[]> {
  const { rows } = await sql<{ hour: Date; version: number; part: string }>`
    select hour, config_version as version, part::text from aside_parts
    where job_id = ${id} and side = 'found' and rx_id = ${rxId} and hour = any(${hours.map(iso)}::timestamptz[])`.execute(db);
  return rows.map((row) => ({ ...row, hour: row.hour.getTime() }));
}

const detectionColumns = sql.raw(
  `rx_id, ant, hour, transmitter_id, hits, mean_power, power_deviation, max_power, mean_interval_ms, interval_deviation_ms,
  first_ts, last_ts, is_ambiguous, has_rhythm, config_version`,
);

/** Lays aside what the parts that a job found sum up to. */
export async function layDetectionsAside(
  { db }: Db,
  id: string,
  rxId: number,
  detections: readonly KeptDetection[],
): Promise<void> {
  const list = <T>(valueOf: (each: KeptDetection) => T) => detections.map(valueOf);
  await sql`
    insert into aside_detections (job_id, side, ${detectionColumns})
    select ${id}, 'found', ${rxId}, made.* from unnest(${list(({ ant }) => ant)}::smallint[], ${list(({ hour }) => iso(hour))}::timestamptz[],
      ${list(({ transmitterId }) => transmitterId)}::integer[], ${list(({ hits }) => hits)}::integer[],
      ${list(({ meanPower }) => meanPower)}::float8[], ${list(({ powerDeviation }) => powerDeviation)}::float8[],
      ${list(({ maxPower }) => maxPower)}::float8[], ${list(({ meanInterval }) => meanInterval)}::float8[],
      ${list(({ intervalDeviation }) => intervalDeviation)}::float8[], ${list(({ firstTs }) => iso(firstTs))}::timestamptz[],
      ${list(({ lastTs }) => iso(lastTs))}::timestamptz[], ${list(({ isAmbiguous }) => isAmbiguous)}::boolean[],
      ${list(({ rhythm }) => rhythm === 'fits')}::boolean[], ${list(({ version }) => version)}::integer[]) as made`.execute(db);
}

/** Whose rows of which hours are exchanged. */
type JobRange = Hours & { id: string; systemId: string };

/** The receivers that have hours in the stretch, here or aside, and the first hour that each has after it. */
const receivers = ({ id, systemId, from, to }: JobRange, side: Side): RawBuilder<unknown> => sql`
  select rx_id, (select min(hour) from detection_hours after
    where after.system_id = ${systemId} and after.rx_id = those.rx_id and after.hour >= ${new Date(to)}) as after
  from (
    select rx_id from detection_hours where system_id = ${systemId} and hour >= ${new Date(from)} and hour < ${new Date(to)}
    union select rx_id from aside_hours where job_id = ${id} and side = ${side}
  ) as those`;

/**
 * Puts what lies aside in the place of what is kept of some hours, for who holds how far the system is
 * followed; what is kept so far is laid aside (`keep`) or dropped. Open runs are those of the last hour of a
 * receiver; those of a stretch after which it has others end with it, until these are followed. Answers which
 * hours are to be followed: the first of each receiver within, and the first after; and of which hours parts
 * are others that were not exchanged whole: those before, and those of which later hours gave some.
 */
export async function exchangeHours(
  within: Db,
  exchanged: JobRange,
  side: Side,
  keep: boolean,
): Promise<{ hours: PendingHour[]; affected: PendingHour[] }> {
  const { db } = within;
  const { id, systemId, from, to } = exchanged;
  const [first, end] = [new Date(from), new Date(to)];
  const inHours = sql`system_id = ${systemId} and hour >= ${first} and hour < ${end}`;
  const { rows } = await sql<{ rx_id: number; after: Date | null }>`${receivers(exchanged, side)}`.execute(db);
  const rxIds = rows.map((row) => row.rx_id);
  const last = rows.filter(({ after }) => after === null).map((row) => row.rx_id);
  const afters = rows.filter(({ after }) => after !== null);

  const gone = sql`
    system_id = ${systemId} and ((given_hour >= ${first} and given_hour < ${end})
      or (given_hour is null and rx_id = any(${last}::integer[])))`;
  const later = sql`unnest(${afters.map((row) => row.rx_id)}::integer[],
    ${afters.map(({ after }) => after?.toISOString())}::timestamptz[]) as later (rx, after)`;
  // What the first hour after gave of these hours makes room for what is put in place.
  const given = sql`system_id = ${systemId} and rx_id = rx and given_hour = after and hour < ${end}`;
  const before = await affectedIn(
    within,
    sql`
      select rx_id, hour from detection_parts where ${gone} and hour < ${first}
      union select rx_id, hour from detection_parts, ${later} where ${given} and hour < ${first}`,
  );
  if (keep) {
    await sql`
      insert into aside_hours (job_id, side, rx_id, hour, config_version, senders, end_state)
      select ${id}, 'replaced', rx_id, hour, config_version, senders, end_state from detection_hours where ${inHours}`.execute(
      db,
    );
    await sql`
      insert into aside_parts (job_id, side, rx_id, hour, given_hour, config_version, part)
      select ${id}, 'replaced', rx_id, hour, given_hour, config_version, part from detection_parts where ${gone}`.execute(db);
    await sql`
      insert into aside_detections (job_id, side, ${detectionColumns})
      select ${id}, 'replaced', ${detectionColumns} from detections where ${inHours}`.execute(db);
  }
  await sql`delete from detection_hours where ${inHours}`.execute(db);
  await sql`delete from detection_parts where ${gone}`.execute(db);
  await sql`delete from detection_parts using ${later} where ${given}`.execute(db);
  await sql`delete from detections where ${inHours}`.execute(db);

  const its = sql`job_id = ${id} and side = ${side}`;
  await sql`
    insert into detection_hours (system_id, rx_id, hour, config_version, senders, end_state)
    select ${systemId}, rx_id, hour, config_version, senders, end_state from aside_hours where ${its}`.execute(db);
  await sql`
    insert into detection_parts (system_id, rx_id, hour, given_hour, config_version, part)
    select ${systemId}, rx_id, hour, coalesce(given_hour, after), config_version, part from aside_parts
    left join ${later} on rx = rx_id
    where ${its}`.execute(db);
  await sql`
    insert into detections (system_id, ${detectionColumns})
    select ${systemId}, ${detectionColumns} from aside_detections where ${its}`.execute(db);

  const across = await affectedIn(
    within,
    sql`
      select rx_id, hour from aside_parts where ${its} and hour < ${first}
      union select rx_id, hour from detection_parts where ${inHours} and given_hour >= ${end}`,
  );
  const starts = await affectedIn(within, sql`select rx_id, min(hour) as hour from aside_hours where ${its} group by rx_id`);
  const followed = afters.map(({ rx_id: rxId, after }) => ({ rxId, hour: after?.getTime() ?? 0 }));
  return { hours: [...starts, ...followed], affected: [...before, ...across].filter(({ rxId }) => rxIds.includes(rxId)) };
}

async function affectedIn({ db }: Db, hours: RawBuilder<unknown>): Promise<PendingHour[]> {
  const { rows } = await sql<{ rx_id: number; hour: Date }>`select distinct rx_id, hour from (${hours}) as hours`.execute(db);
  return rows.map(({ rx_id: rxId, hour }) => ({ rxId, hour: hour.getTime() }));
}

/**
 * Drops what lies aside of a system and is of no more use: of jobs that do not run, all but what the newest
 * completed one replaced and nobody restored. So much at once that nobody waits for it.
 */
export async function clearAside(database: Db, systemId: string): Promise<void> {
  const { rows: jobs } = await sql<{ id: string; side: Side }>`
    select id, side from reprocess_jobs cross join unnest(array['found', 'replaced']) as sides (side)
    where system_id = ${systemId} and status <> 'running' and not (side = 'replaced' and restored_at is null
      and id is not distinct from (select id from reprocess_jobs where system_id = ${systemId} and status = 'completed'
        order by ended_at desc, id limit 1))
      and (exists (select from aside_hours where job_id = id and aside_hours.side = sides.side)
        or exists (select from aside_parts where job_id = id and aside_parts.side = sides.side)
        or exists (select from aside_detections where job_id = id and aside_detections.side = sides.side))`.execute(database.db);
  for (const { id, side } of jobs)
    for (const table of ['aside_hours', 'aside_parts', 'aside_detections'])
      while ((await dropSome(database, table, id, side)) === rowsAtOnce * 10);
}

/** Answers how many rows it dropped. */
async function dropSome(database: Db, table: string, id: string, side: Side): Promise<number> {
  const its = sql`job_id = ${id} and side = ${side}`;
  const { numAffectedRows = 0n } = await inTransaction(database, ({ db }) =>
    sql`delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${its} limit ${rowsAtOnce * 10}))`.execute(db),
  );
  return Number(numAffectedRows);
}
