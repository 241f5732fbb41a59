import { type RawBuilder, sql } from 'kysely';
import { hourMs } from '#model/detection/settings-hours.ts';
import type { Db } from '../database.ts';
import { inBatches } from '../in-batches.ts';
import { type DeletedContacts, isDeletedSql, nextDropped, undeletedSince } from './deleted-contacts.ts';
import { type ReceiverHour, receiverHour, type ReceiverHourRow } from './followed-hours.ts';
import { detectionRow, type RunPart, type SettledAt, type StoredDetection } from './detections.ts';
import { type Hours, inRange } from './reprocess-hours.ts';
import type { JobRange, ReprocessTask } from './reprocess-jobs.ts';

/** The two staged results of a job: those that it found, and those that they replaced. */
export type StagedSide = 'found' | 'replaced';

/** An hour of a receiver that a job has processed, and the algorithm's state at its end. */
export type StagedHour = ReceiverHour & { endState: string };
export type StagedPart = Pick<RunPart, 'hour' | 'part'> & { rxId: number; settledAt: SettledAt };

const clearedAtOnce = 20_000;
const iso = (ms: number): string => new Date(ms).toISOString();

/** Stages hours and parts that a job found. */
export async function stageResults(
  { db }: Db,
  { id, version, listMark }: Pick<ReprocessTask, 'id' | 'version' | 'listMark'>,
  { hours, parts }: { hours: readonly StagedHour[]; parts: readonly StagedPart[] },
): Promise<void> {
  await inBatches(hours, (some) =>
    sql`
      insert into aside_hours (job_id, side, rx_id, hour, config_version, senders, end_state)
      select ${id}, 'found', rx_id, hour, ${version}, ${listMark}, end_state from unnest(${some.map(({ rxId }) => rxId)}::integer[],
        ${some.map(({ hour }) => iso(hour))}::timestamptz[], ${some.map(({ endState }) => endState)}::text[])
        as made (rx_id, hour, end_state)`.execute(db),
  );
  await inBatches(parts, (some) =>
    sql`
      insert into aside_parts (job_id, side, rx_id, hour, given_hour, config_version, part)
      select ${id}, 'found', rx_id, hour, settled_at, ${version}, part::json from unnest(${some.map(({ rxId }) => rxId)}::integer[],
        ${some.map(({ hour }) => iso(hour))}::timestamptz[],
        ${some.map(({ settledAt }) => (settledAt === null ? null : iso(settledAt)))}::timestamptz[],
        ${some.map(({ part }) => part)}::text[]) as made (rx_id, hour, settled_at, part)`.execute(db),
  );
}

/** Deletes what a job staged of hours at or after `from` (ms), of open runs, and all its detections. */
export async function dropStagedFrom({ db }: Db, id: string, from: number): Promise<void> {
  const its = sql`job_id = ${id} and side = 'found'`;
  await sql`delete from aside_hours where ${its} and hour >= ${new Date(from)}`.execute(db);
  await sql`delete from aside_parts where ${its} and (given_hour is null or given_hour >= ${new Date(from)})`.execute(db);
  await sql`delete from aside_detections where ${its}`.execute(db);
}

/** Returns, for each receiver, the last hour (ms) that a job staged, and the algorithm's state at its end. */
export async function lastStates({ db }: Db, id: string): Promise<Map<number, { hour: number; endState: string }>> {
  const { rows } = await sql<ReceiverHourRow & { end_state: string }>`
    select distinct on (rx_id) rx_id, hour, end_state from aside_hours where job_id = ${id} and side = 'found'
    order by rx_id, hour desc`.execute(db);
  return new Map(rows.map((row) => [row.rx_id, { hour: row.hour.getTime(), endState: row.end_state }]));
}

/**
 * Returns the next hours of a range with staged parts: at most `limit`, those that come after the hour
 * `after` when sorted by receiver and time.
 */
export async function stagedHours(
  { db }: Db,
  id: string,
  { after, limit, ...hours }: Hours & { after: ReceiverHour; limit: number },
): Promise<ReceiverHour[]> {
  const { rows } = await sql<ReceiverHourRow>`
    select distinct rx_id, hour from aside_parts where job_id = ${id} and side = 'found'
      and (rx_id, hour) > (${after.rxId}::integer, ${new Date(after.hour)}::timestamptz)
      and ${inRange(hours)} order by rx_id, hour limit ${limit}`.execute(db);
  return rows.map(receiverHour);
}

const detectionColumns = sql.raw(
  `rx_id, ant, hour, transmitter_id, hits, mean_power, power_deviation, max_power, mean_interval_ms, interval_deviation_ms,
  first_ts, last_ts, is_ambiguous, has_rhythm, config_version, measured_interval_ms, registered_interval_ms, stretches`,
);

/** Stages the detections that a job found at a receiver. */
export async function stageDetections(
  { db }: Db,
  id: string,
  rxId: number,
  detections: readonly StoredDetection[],
): Promise<void> {
  const rows = detections.map((each) => ({ job_id: id, side: 'found', ...detectionRow(rxId, each) }));
  await sql`
    insert into aside_detections
    select * from json_populate_recordset(null::aside_detections, ${JSON.stringify(rows)}::json)`.execute(db);
}

const at = (ms: number) => sql`${Number.isFinite(ms) ? iso(ms) : ms < 0 ? '-infinity' : 'infinity'}::timestamptz`;

/**
 * Selects the receivers with followed or staged hours in the range, and for each the first followed hour
 * after the range; null if there is none before the next deleted contacts (`until`).
 */
const receivers = ({ id, systemId, from, to }: JobRange, side: StagedSide, until: number): RawBuilder<unknown> => sql`
  select rx_id, (select min(hour) from detection_hours after where after.system_id = ${systemId}
    and after.rx_id = those.rx_id and after.hour >= ${at(to)} and after.hour < ${at(until)}) as after
  from (
    select rx_id from detection_hours where system_id = ${systemId} and hour >= ${at(from)} and hour < ${at(to)}
    union select rx_id from aside_hours where job_id = ${id} and side = ${side}
  ) as those`;

/**
 * Exchanges the staged results of a job with the current results of its hours; the caller must hold the
 * system's progress. With `side` 'found', the current results are staged as `replaced`; with 'replaced',
 * which restores those, the current results are deleted. Hours whose contacts are deleted are not exchanged,
 * except those among the replaced results; runs end before such hours. Open runs are kept open only for
 * receivers without later followed hours. For other receivers, runs that are open, or were settled after the
 * first later hour, count as settled in that hour until it is followed again. Returns in `hours` the hours to
 * follow: each receiver's first hour in the range, and its first after it. Returns in `affected` other hours
 * whose parts changed: hours before the range, and hours of the range with parts that were settled after it.
 */
export async function exchangeHours(
  within: Db,
  job: JobRange,
  side: StagedSide,
  deleted: DeletedContacts,
): Promise<{ hours: ReceiverHour[]; affected: ReceiverHour[] }> {
  const { db } = within;
  const { id, systemId, from, to } = job;
  const [first, end] = [new Date(from), new Date(to)];
  const until = nextDropped(deleted, to);
  const { rows } = await sql<{ rx_id: number; after: Date | null }>`${receivers(job, side, until)}`.execute(db);
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
  const since = at(undeletedSince(deleted, from));
  const endsSince = at(undeletedSince(deleted, to - hourMs));
  // Runs across deleted contacts end there, so parts that later hours settled are removed, too.
  const removed = sql`
    system_id = ${systemId} and hour >= ${since} and hour < ${end} and ${isMoved('detection_parts')}
    and ((given_hour >= ${first} and given_hour < ${end})
      or (hour < ${endsSince} and (given_hour is null or given_hour >= ${end}))
      or (rx_id = any(${last}::integer[]) and (given_hour is null or given_hour >= ${at(until)})))`;
  const later = sql`unnest(${afters.map((row) => row.rx_id)}::integer[],
    ${afters.map(({ after }) => after?.toISOString())}::timestamptz[]) as later (rx, after)`;
  // The new parts also replace parts of these hours that the first later hour settled.
  const settledLater = sql`
    system_id = ${systemId} and rx_id = rx and given_hour = after and hour >= ${endsSince} and hour < ${end}
    and ${isMoved('detection_parts')}`;
  const before = await affectedIn(
    within,
    sql`
      select rx_id, hour from detection_parts where ${removed} and hour < ${first}
      union select rx_id, hour from detection_parts, ${later} where ${settledLater} and hour < ${first}`,
  );
  if (side === 'found') {
    await sql`
      insert into aside_hours (job_id, side, rx_id, hour, config_version, senders, end_state)
      select ${id}, 'replaced', rx_id, hour, config_version, senders, end_state from detection_hours
      where ${inHours('detection_hours')}`.execute(db);
    for (const parts of [sql`detection_parts where ${removed}`, sql`detection_parts, ${later} where ${settledLater}`])
      await sql`
        insert into aside_parts (job_id, side, rx_id, hour, given_hour, config_version, part)
        select ${id}, 'replaced', rx_id, hour, given_hour, config_version, part from ${parts}`.execute(db);
    await sql`
      insert into aside_detections (job_id, side, ${detectionColumns})
      select ${id}, 'replaced', ${detectionColumns} from detections where ${inHours('detections')}`.execute(db);
  }
  await sql`delete from detection_hours where ${inHours('detection_hours')}`.execute(db);
  await sql`delete from detection_parts where ${removed}`.execute(db);
  await sql`delete from detection_parts using ${later} where ${settledLater}`.execute(db);
  await sql`delete from detections where ${inHours('detections')}`.execute(db);

  // All visits of these hours may change; the caller settles them in the same transaction (VISIT-4).
  await sql`
    insert into visits_due (system_id, tag_id, since, until)
    select ${systemId}, id, ${first}, ${new Date(to - 1)} from tags where system_id = ${systemId}`.execute(db);
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
  const firstAfter = afters.map(({ rx_id: rxId, after }) => ({ rxId, hour: after?.getTime() ?? 0 }));
  return { hours: [...starts, ...firstAfter], affected: [...before, ...across].filter(({ rxId }) => rxIds.includes(rxId)) };
}

async function affectedIn({ db }: Db, hours: RawBuilder<unknown>): Promise<ReceiverHour[]> {
  const { rows } = await sql<ReceiverHourRow>`select distinct rx_id, hour from (${hours}) as hours`.execute(db);
  return rows.map(receiverHour);
}

/**
 * Deletes staged results that are no longer needed, of one system or of all (null). Keeps those of running
 * jobs, and those that the newest completed job replaced and can still restore. Deletes in small batches, so
 * that other transactions need not wait.
 */
export async function clearStaged(database: Db, systemId: string | null, signal?: AbortSignal): Promise<void> {
  const { rows: jobs } = await sql<{ id: string; side: StagedSide }>`
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

/** Deletes in the order of the keys, so that no batch scans rows that were already deleted. */
async function clear(
  { db }: Db,
  table: string,
  { id, side }: { id: string; side: StagedSide },
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
    // All rows of an hour are deleted together, no matter how many they are.
    const which =
      next === undefined ? rest : sql`${rest} and (rx_id, hour) <= (${next.rx_id}::integer, ${next.hour}::timestamptz)`;
    await sql`delete from ${sql.table(table)} where ${which}`.execute(db);
    isMore = next !== undefined;
    from = next ?? from;
  }
}
