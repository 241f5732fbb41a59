import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database.ts';
import { inBatches } from '../in-batches.ts';
import { type DeletedContacts, isDeletedSql, nextDropped, thereSince } from './deleted-contacts.ts';
import type { PendingHour } from './followed-hours.ts';
import type { GivenHour, KeptDetection, KeptPart } from './detections.ts';
import type { Hours } from './reprocess-hours.ts';
import type { ReprocessTask } from './reprocess-jobs.ts';

/** What lies aside for a job: what it found, or what it replaced. */
type Side = 'found' | 'replaced';

/** What an hour (ms) of a receiver gives, and the state at its end. */
export type FoundHour = { rxId: number; hour: number; endState: string };
export type FoundPart = Pick<KeptPart, 'hour' | 'part'> & { rxId: number; given: GivenHour };

const clearedAtOnce = 20_000;
const hourMs = 3_600_000;
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

/** The last hour (ms) that a job found of each receiver, and the state at its end. */
export async function lastStates({ db }: Db, id: string): Promise<Map<number, { hour: number; endState: string }>> {
  const { rows } = await sql<{ rx_id: number; hour: Date; end_state: string }>`
    select distinct on (rx_id) rx_id, hour, end_state from aside_hours where job_id = ${id} and side = 'found'
    order by rx_id, hour desc`.execute(db);
  return new Map(rows.map((row) => [row.rx_id, { hour: row.hour.getTime(), endState: row.end_state }]));
}

/**
 * The next hours (ms) of a stretch of which a job found parts, after one, `most` at the most: of each
 * receiver in order of time.
 */
export async function hoursOfParts(
  { db }: Db,
  id: string,
  { from, to, after, most }: Hours & { after: PendingHour; most: number },
): Promise<PendingHour[]> {
  const { rows } = await sql<{ rx_id: number; hour: Date }>`
    select distinct rx_id, hour from aside_parts where job_id = ${id} and side = 'found'
      and (rx_id, hour) > (${after.rxId}::integer, ${new Date(after.hour)}::timestamptz)
      and hour >= ${new Date(from)} and hour < ${new Date(to)} order by rx_id, hour limit ${most}`.execute(db);
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
  first_ts, last_ts, is_ambiguous, has_rhythm, config_version, measured_interval_ms, registered_interval_ms`,
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
      ${list(({ rhythm }) => rhythm === 'fits')}::boolean[], ${list(({ version }) => version)}::integer[],
      ${list(({ measured }) => measured?.interval ?? null)}::float8[],
      ${list(({ measured }) => measured?.registered ?? null)}::float8[]) as made`.execute(db);
}

/** Whose rows of which hours are exchanged. */
type JobRange = Hours & { id: string; systemId: string };

const at = (ms: number) => sql`${Number.isFinite(ms) ? iso(ms) : ms < 0 ? '-infinity' : 'infinity'}::timestamptz`;

/**
 * The receivers that have hours in the stretch, here or aside, and the first hour that each has after it, up
 * to which there are contacts.
 */
const receivers = ({ id, systemId, from, to }: JobRange, side: Side, until: number): RawBuilder<unknown> => sql`
  select rx_id, (select min(hour) from detection_hours after where after.system_id = ${systemId}
    and after.rx_id = those.rx_id and after.hour >= ${at(to)} and after.hour < ${at(until)}) as after
  from (
    select rx_id from detection_hours where system_id = ${systemId} and hour >= ${at(from)} and hour < ${at(to)}
    union select rx_id from aside_hours where job_id = ${id} and side = ${side}
  ) as those`;

/**
 * Puts what lies aside in the place of what is kept of some hours, for who holds how far the system is
 * followed; what is kept so far is laid aside (`found` takes its place) or dropped (`replaced` is back).
 * Hours whose contacts are deleted stay as they are, unless they lie aside as what was replaced; runs end
 * before them. Open runs are those of the last hour of a receiver; those of a stretch after which it has
 * others end with it, until these are followed, and so do runs that a later one than the first of these
 * gave. Answers which hours are to be followed: the first of each receiver within, and the first after; and
 * of which hours parts are others that were not exchanged whole: those before, and those of which later
 * hours gave some.
 */
export async function exchangeHours(
  within: Db,
  exchanged: JobRange,
  side: Side,
  deleted: DeletedContacts,
): Promise<{ hours: PendingHour[]; affected: PendingHour[] }> {
  const { db } = within;
  const { id, systemId, from, to } = exchanged;
  const [first, end] = [new Date(from), new Date(to)];
  const until = nextDropped(deleted, to);
  const { rows } = await sql<{ rx_id: number; after: Date | null }>`${receivers(exchanged, side, until)}`.execute(db);
  const rxIds = rows.map((row) => row.rx_id);
  const last = rows.filter(({ after }) => after === null).map((row) => row.rx_id);
  const afters = rows.filter(({ after }) => after !== null);

  const isMoved = (table: string) => {
    const [rxId, hour] = [sql.ref(`${table}.rx_id`), sql.ref(`${table}.hour`)];
    const isDeleted = isDeletedSql(systemId, hour);
    return side === 'found'
      ? sql`not ${isDeleted}`
      : sql`(not ${isDeleted} or exists (select from aside_hours as known
          where known.job_id = ${id} and known.side = 'replaced' and known.rx_id = ${rxId} and known.hour = ${hour}))`;
  };
  const inHours = (table: string) => sql`system_id = ${systemId} and hour >= ${first} and hour < ${end} and ${isMoved(table)}`;
  const since = at(thereSince(deleted, from));
  const endsSince = at(thereSince(deleted, to - hourMs));
  // What later hours gave of runs across deleted contacts is given no more.
  const gone = sql`
    system_id = ${systemId} and hour >= ${since} and hour < ${end} and ${isMoved('detection_parts')}
    and ((given_hour >= ${first} and given_hour < ${end})
      or (hour < ${endsSince} and (given_hour is null or given_hour >= ${end}))
      or (rx_id = any(${last}::integer[]) and (given_hour is null or given_hour >= ${at(until)})))`;
  const later = sql`unnest(${afters.map((row) => row.rx_id)}::integer[],
    ${afters.map(({ after }) => after?.toISOString())}::timestamptz[]) as later (rx, after)`;
  // What the first hour after gave of these hours makes room for what is put in place.
  const given = sql`
    system_id = ${systemId} and rx_id = rx and given_hour = after and hour >= ${endsSince} and hour < ${end}
    and ${isMoved('detection_parts')}`;
  const before = await affectedIn(
    within,
    sql`
      select rx_id, hour from detection_parts where ${gone} and hour < ${first}
      union select rx_id, hour from detection_parts, ${later} where ${given} and hour < ${first}`,
  );
  if (side === 'found') {
    await sql`
      insert into aside_hours (job_id, side, rx_id, hour, config_version, senders, end_state)
      select ${id}, 'replaced', rx_id, hour, config_version, senders, end_state from detection_hours
      where ${inHours('detection_hours')}`.execute(db);
    for (const parts of [sql`detection_parts where ${gone}`, sql`detection_parts, ${later} where ${given}`])
      await sql`
        insert into aside_parts (job_id, side, rx_id, hour, given_hour, config_version, part)
        select ${id}, 'replaced', rx_id, hour, given_hour, config_version, part from ${parts}`.execute(db);
    await sql`
      insert into aside_detections (job_id, side, ${detectionColumns})
      select ${id}, 'replaced', ${detectionColumns} from detections where ${inHours('detections')}`.execute(db);
  }
  await sql`delete from detection_hours where ${inHours('detection_hours')}`.execute(db);
  await sql`delete from detection_parts where ${gone}`.execute(db);
  await sql`delete from detection_parts using ${later} where ${given}`.execute(db);
  await sql`delete from detections where ${inHours('detections')}`.execute(db);

  const its = (table: string) => sql`job_id = ${id} and side = ${side} and ${isMoved(table)}`;
  await sql`
    insert into detection_hours (system_id, rx_id, hour, config_version, senders, end_state)
    select ${systemId}, rx_id, hour, config_version, senders, end_state from aside_hours
    where ${its('aside_hours')}`.execute(db);
  await sql`
    insert into detection_parts (system_id, rx_id, hour, given_hour, config_version, part)
    select ${systemId}, rx_id, hour, case when hour >= ${endsSince} and (given_hour is null or given_hour > after) then after else given_hour end,
      config_version, part from aside_parts
    left join ${later} on rx = rx_id
    where ${its('aside_parts')} and hour >= ${since}`.execute(db);
  await sql`
    insert into detections (system_id, ${detectionColumns})
    select ${systemId}, ${detectionColumns} from aside_detections where ${its('aside_detections')}`.execute(db);

  const across = await affectedIn(
    within,
    sql`
      select rx_id, hour from aside_parts where ${its('aside_parts')} and hour >= ${since} and hour < ${first}
      union select rx_id, hour from detection_parts where ${inHours('detection_parts')} and given_hour >= ${end}`,
  );
  const starts = await affectedIn(
    within,
    sql`select rx_id, min(hour) as hour from aside_hours where ${its('aside_hours')} group by rx_id`,
  );
  const followed = afters.map(({ rx_id: rxId, after }) => ({ rxId, hour: after?.getTime() ?? 0 }));
  return { hours: [...starts, ...followed], affected: [...before, ...across].filter(({ rxId }) => rxIds.includes(rxId)) };
}

async function affectedIn({ db }: Db, hours: RawBuilder<unknown>): Promise<PendingHour[]> {
  const { rows } = await sql<{ rx_id: number; hour: Date }>`select distinct rx_id, hour from (${hours}) as hours`.execute(db);
  return rows.map(({ rx_id: rxId, hour }) => ({ rxId, hour: hour.getTime() }));
}

/**
 * Drops what lies aside of all systems, or of one, and is of no more use: of jobs that do not run, all but
 * what the newest completed one replaced and nobody restored. So much at once that nobody waits for it.
 */
export async function clearAside(database: Db, systemId: string | null, signal?: AbortSignal): Promise<void> {
  const { rows: jobs } = await sql<{ id: string; side: Side }>`
    select id, side from reprocess_jobs as job cross join unnest(array['found', 'replaced']) as sides (side)
    where ${systemId === null ? sql`true` : sql`system_id = ${systemId}`} and status <> 'running'
      and not (side = 'replaced' and restored_at is null
        and id is not distinct from (select id from reprocess_jobs as newest where newest.system_id = job.system_id
          and status = 'completed' order by ended_at desc, id limit 1))
      and (exists (select from aside_hours where job_id = id and aside_hours.side = sides.side)
        or exists (select from aside_parts where job_id = id and aside_parts.side = sides.side)
        or exists (select from aside_detections where job_id = id and aside_detections.side = sides.side))`.execute(database.db);
  for (const { id, side } of jobs)
    for (const table of ['aside_hours', 'aside_parts', 'aside_detections']) await clear(database, table, { id, side }, signal);
}

/** In the order of its keys: what is dropped already is not looked at again. */
async function clear(
  { db }: Db,
  table: string,
  { id, side }: { id: string; side: Side },
  signal: AbortSignal | undefined,
): Promise<void> {
  const its = sql`job_id = ${id} and side = ${side}`;
  let from = { rx_id: 0, hour: '-infinity' };
  for (let isMore = true; isMore;) {
    signal?.throwIfAborted();
    const rest = sql`${its} and (rx_id, hour) >= (${from.rx_id}::integer, ${from.hour}::timestamptz)`;
    const { rows } = await sql<typeof from>`
      select rx_id, hour::text from ${sql.table(table)} where ${rest} order by rx_id, hour offset ${clearedAtOnce} limit 1`.execute(
      db,
    );
    const [next] = rows;
    // Those of the last hour go together, however many these are.
    const which =
      next === undefined ? rest : sql`${rest} and (rx_id, hour) <= (${next.rx_id}::integer, ${next.hour}::timestamptz)`;
    await sql`delete from ${sql.table(table)} where ${which}`.execute(db);
    isMore = next !== undefined;
    from = next ?? from;
  }
}
