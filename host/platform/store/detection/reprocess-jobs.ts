import { type Selectable, sql } from 'kysely';
import { mostSummaryRows, type ReprocessSummary } from '#model/contract/detection-calls.ts';
import { hourMs } from '#model/detection/settings-hours.ts';
import type { ReprocessJob } from '#model/entities/detection-config.ts';
import type { TouchedMark } from '../schema-contacts.ts';
import type { Db } from '../database.ts';
import type { ReprocessJobTable } from '../schema-detection.ts';
import { isDeletedSql } from './deleted-contacts.ts';
import type { InForce, ReceiverHour } from './followed-hours.ts';
import type { Hours } from './reprocess-hours.ts';

/** A reprocessing job with its system and its hours. */
export type JobRange = Hours & { id: string; systemId: string };

/** A job's task; `next` is the next hour (ms) to process. */
export type ReprocessTask = JobRange &
  InForce & {
    chunkHours: number;
    throttleSeconds: number;
    next: number;
    mark: TouchedMark | null;
  };

type ReprocessRow = Selectable<ReprocessJobTable>;

const taskOf = (row: ReprocessRow): ReprocessTask => ({
  id: row.id,
  systemId: row.system_id,
  from: row.start_time.getTime(),
  to: row.end_time.getTime(),
  version: row.config_version,
  listMark: row.senders,
  chunkHours: row.chunk_hours,
  throttleSeconds: row.throttle_s,
  next: row.next_at.getTime(),
  mark: row.mark,
});

/** Returns the number of chunks of a range of whole hours (ms). */
export function chunksIn(from: number, to: number, chunkHours: number): number {
  return Math.ceil((to - from) / (chunkHours * hourMs));
}

export type NewReprocess = Omit<ReprocessTask, 'id' | 'next' | 'mark'> & { createdBy: number };

/**
 * Creates a job that begins at the present mark of the system's follower, and returns its id.
 * @throws the database's unique violation if the system has a running job.
 */
export async function makeReprocess({ db }: Db, task: NewReprocess): Promise<string> {
  const { systemId, from, to, version, listMark, chunkHours, throttleSeconds, createdBy } = task;
  const { id } = await db
    .insertInto('reprocess_jobs')
    .values({
      system_id: systemId,
      created_by: createdBy,
      start_time: new Date(from),
      end_time: new Date(to),
      config_version: version,
      senders: listMark,
      chunk_hours: chunkHours,
      throttle_s: throttleSeconds,
      next_at: new Date(from),
      mark: sql`(select mark from followed_detections where system_id = ${systemId})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Records the background job that does the work of a job. */
export async function noteReprocessJob({ db }: Db, id: string, jobId: string): Promise<void> {
  await db.updateTable('reprocess_jobs').set({ job_id: jobId }).where('id', '=', id).execute();
}

/** Returns a job if it is running, otherwise undefined. */
export async function runningReprocess({ db }: Db, id: string): Promise<ReprocessTask | undefined> {
  const row = await db
    .selectFrom('reprocess_jobs')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst();
  return row === undefined ? undefined : taskOf(row);
}

/** Returns the system of a job; undefined if there is no such job. */
export async function systemOfReprocess({ db }: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('reprocess_jobs').select('system_id').where('id', '=', id).executeTakeFirst();
  return row?.system_id;
}

/** Locks a running job until the transaction ends. @throws Error if the job is not running any more. */
export async function holdRunning({ db }: Db, id: string): Promise<void> {
  const { rows } = await sql`select from reprocess_jobs where id = ${id} and status = 'running' for no key update`.execute(db);
  if (rows.length === 0) throw new Error('The reprocessing job is no longer running');
}

/** Records where a job begins, its next hour, and the working time (ms) since the last record. */
export async function noteReprocessed(
  { db }: Db,
  id: string,
  { from, next, workedMs }: { from: number; next: number; workedMs: number },
): Promise<void> {
  await db
    .updateTable('reprocess_jobs')
    .set({
      start_time: new Date(from),
      next_at: new Date(next),
      elapsed_ms: sql`elapsed_ms + ${Math.round(workedMs)}::bigint`,
    })
    .where('id', '=', id)
    .execute();
}

/** Ends a running job as failed or cancelled. Returns whether it was running. */
export async function endReprocess(
  { db }: Db,
  id: string,
  end: { status: 'failed' | 'cancelled'; error: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reprocess_jobs')
    .set({ ...end, ended_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the running job of a system and its background job; undefined if none is running. */
export async function runningOf({ db }: Db, systemId: string): Promise<{ id: string; jobId: string | null } | undefined> {
  const row = await db
    .selectFrom('reprocess_jobs')
    .select(['id', 'job_id'])
    .where('system_id', '=', systemId)
    .where('status', '=', 'running')
    .executeTakeFirst();
  return row === undefined ? undefined : { id: row.id, jobId: row.job_id };
}

const newestCompleted = (systemId: string) => sql<string>`(
  select id from reprocess_jobs where system_id = ${systemId} and status = 'completed' order by ended_at desc, id limit 1)`;

/** Locks a job and returns why the results that it replaced cannot be restored, as text; null if they can. */
export async function whyNotRestored({ db }: Db, systemId: string, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('reprocess_jobs')
    .select(['status', 'restored_at', sql<boolean>`id is not distinct from ${newestCompleted(systemId)}`.as('is_newest')])
    .where('system_id', '=', systemId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row?.status !== 'completed') return 'The job is not completed: there is nothing to restore';
  if (row.restored_at !== null) return 'The result before this job is restored already';
  if (!row.is_newest) return 'Another job was completed since: only the result before the newest one can be restored';
  if ((await runningOf({ db }, systemId)) !== undefined)
    return 'A reprocessing job is running: wait for its end, or cancel it, to restore the result before this one';
  return null;
}

/**
 * Returns the settings and transmitters with which the newest completed job processed an hour (ms); null if
 * no job whose results still apply did.
 */
export async function reprocessedBy({ db }: Db, systemId: string, hour: number): Promise<InForce | null> {
  const row = await db
    .selectFrom('reprocess_jobs')
    .select(['config_version', 'senders'])
    .where('system_id', '=', systemId)
    .where('status', '=', 'completed')
    .where('restored_at', 'is', null)
    .where('start_time', '<=', new Date(hour))
    .where('end_time', '>', new Date(hour))
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { version: row.config_version, listMark: row.senders };
}

/** Returns the range of hours whose results a job replaced, and how far they had been followed before. */
export async function replacedBy({ db }: Db, id: string) {
  const row = await db
    .selectFrom('reprocess_jobs')
    .select(['start_time', 'end_time', 'replaced_mark', 'replaced_pending'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const [from, to] = [row.start_time.getTime(), row.end_time.getTime()];
  return { from, to, mark: row.replaced_mark, pending: row.replaced_pending };
}

/** Records that the results replaced by a job were restored. */
export async function noteRestored({ db }: Db, id: string): Promise<void> {
  await db
    .updateTable('reprocess_jobs')
    .set({ restored_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

/**
 * Completes a running job: records what it changed, and how far the hours that it replaced had been followed
 * before.
 * @throws Error if the job is not running any more.
 */
export async function completeReprocess(
  { db }: Db,
  { id, systemId, from, to }: JobRange,
  replaced: { mark: TouchedMark | null; pending: readonly ReceiverHour[] },
): Promise<void> {
  const key = sql.raw('transmitter_id, rx_id, ant, hour');
  await sql`
    insert into reprocess_summaries (job_id, transmitter_id, rx_id, added, removed, kept)
    select ${id}, transmitter_id, rx_id, count(*) filter (where old.is_old is null), count(*) filter (where made.is_made is null),
      count(*) filter (where old.is_old and made.is_made)
    from (select ${key}, true as is_old from aside_detections where job_id = ${id} and side = 'replaced') as old
    full join (select ${key}, true as is_made from detections
      where system_id = ${systemId} and hour >= ${new Date(from)} and hour < ${new Date(to)}
        and not ${isDeletedSql(systemId, sql`hour`)}) as made using (${key})
    group by transmitter_id, rx_id`.execute(db);
  const { numAffectedRows = 0n } = await sql`
    update reprocess_jobs as job set status = 'completed', ended_at = clock_timestamp(), next_at = end_time,
      replaced_mark = ${JSON.stringify(replaced.mark)}::jsonb, replaced_pending = ${JSON.stringify(replaced.pending)}::jsonb,
      (added, removed, kept) = (select coalesce(sum(made.added), 0), coalesce(sum(made.removed), 0), coalesce(sum(made.kept), 0)
        from reprocess_summaries as made where job_id = ${id})
    where id = ${id} and status = 'running'`.execute(db);
  if (numAffectedRows === 0n) throw new Error('The reprocessing job is no longer running');
}

/** Returns what a job changed, by transmitter and receiver, beginning with the most changes. */
export async function summaryOf({ db }: Db, systemId: string, id: string): Promise<ReprocessSummary> {
  const its = db
    .selectFrom('reprocess_summaries')
    .innerJoin('reprocess_jobs', 'reprocess_jobs.id', 'reprocess_summaries.job_id')
    .where('system_id', '=', systemId)
    .where('reprocess_jobs.id', '=', id);
  const rows = await its
    .select(['transmitter_id', 'rx_id', 'reprocess_summaries.added', 'reprocess_summaries.removed', 'reprocess_summaries.kept'])
    .orderBy(sql`reprocess_summaries.added + reprocess_summaries.removed`, 'desc')
    .orderBy('transmitter_id')
    .orderBy('rx_id')
    .limit(mostSummaryRows)
    .execute();
  const { total } = await its.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return {
    rows: rows.map(({ transmitter_id, rx_id, ...counts }) => ({ transmitterId: transmitter_id, receiverId: rx_id, ...counts })),
    totalRows: total,
  };
}

/** A job in the form in which it is shown, and its background job. */
export type ListedReprocess = { job: ReprocessJob; backgroundJob: string | null };

function listed({ db }: Db, systemId: string) {
  return db
    .selectFrom('reprocess_jobs')
    .selectAll()
    .select([
      sql<boolean>`status = 'completed' and restored_at is null and id is not distinct from ${newestCompleted(systemId)}
        and not exists (select from reprocess_jobs where system_id = ${systemId} and status = 'running')`.as('is_restorable'),
    ])
    .where('system_id', '=', systemId);
}

function shown(row: ReprocessRow & { is_restorable: boolean }): ListedReprocess {
  const { from, to, next, chunkHours } = taskOf(row);
  const totalBlocks = chunksIn(from, to, chunkHours);
  const blocksProcessed = next >= to ? totalBlocks : Math.floor((next - from) / (chunkHours * hourMs));
  const percent = Math.floor((100 * blocksProcessed) / totalBlocks);
  return {
    job: {
      jobId: row.id,
      status: row.status,
      createdAt: row.created_at.getTime(),
      createdBy: row.created_by,
      startTime: from,
      endTime: to,
      configVersion: row.config_version,
      // When all chunks are processed, the results must still be put in place, so show at most 99.
      progressPct: row.status === 'completed' ? 100 : Math.min(99, percent),
      elapsedSeconds: Math.round(row.elapsed_ms / 1_000),
      blocksProcessed,
      totalBlocks,
      error: row.error,
      added: row.added,
      removed: row.removed,
      kept: row.kept,
      isRestorable: row.is_restorable,
      restoredAt: row.restored_at?.getTime() ?? null,
    },
    backgroundJob: row.job_id,
  };
}

/** Returns a job of a system; undefined if there is none with that id. */
export async function findReprocess(database: Db, systemId: string, id: string): Promise<ListedReprocess | undefined> {
  const row = await listed(database, systemId)
    .where(sql<string>`id::text`, '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : shown(row);
}

/**
 * Returns a page (counted from 1) of a system's jobs, newest first, how many there are, and whether one is
 * running.
 */
export async function listReprocess(
  database: Db,
  systemId: string,
  { page, limit, status }: { page: number; limit: number; status?: ReprocessJob['status'] | undefined },
): Promise<{ jobs: ReprocessJob[]; total: number; hasRunning: boolean }> {
  const matching = listed(database, systemId).$if(status !== undefined, (all) => all.where('status', '=', status ?? 'running'));
  const rows = await matching
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const { total } = await database.db
    .selectFrom('reprocess_jobs')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('system_id', '=', systemId)
    .$if(status !== undefined, (all) => all.where('status', '=', status ?? 'running'))
    .executeTakeFirstOrThrow();
  const running = await runningOf(database, systemId);
  return { jobs: rows.map((row) => shown(row).job), total, hasRunning: running !== undefined };
}
