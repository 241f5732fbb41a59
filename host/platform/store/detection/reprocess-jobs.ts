import { type Selectable, sql } from 'kysely';
import { mostSummaryRows, type ReprocessSummary } from '#model/contract/detection-calls.ts';
import type { ReprocessJob } from '#model/entities/detection-config.ts';
import type { TouchedMark } from '../schema-contacts.ts';
import type { Db } from '../database.ts';
import type { ReprocessJobTable } from '../schema-detection.ts';
import { isDeletedSql } from './deleted-contacts.ts';
import type { PendingHour } from './followed-hours.ts';

const hourMs = 3_600_000;

/** A job as it is worked at: times in ms, from ≤ hour < to; `next` is the next hour to be looked at. */
export type ReprocessTask = {
  id: string;
  systemId: string;
  from: number;
  to: number;
  version: number;
  senders: string;
  chunkHours: number;
  throttleSeconds: number;
  next: number;
  mark: TouchedMark | null;
};

type ReprocessRow = Selectable<ReprocessJobTable>;

const orderOf = (row: ReprocessRow): ReprocessTask => ({
  id: row.id,
  systemId: row.system_id,
  from: row.start_time.getTime(),
  to: row.end_time.getTime(),
  version: row.config_version,
  senders: row.senders,
  chunkHours: row.chunk_hours,
  throttleSeconds: row.throttle_s,
  next: row.next_at.getTime(),
  mark: row.mark,
});

/** How many chunks a stretch of whole hours (ms) has. */
export function chunksIn(from: number, to: number, chunkHours: number): number {
  return Math.ceil((to - from) / (chunkHours * hourMs));
}

export type NewReprocess = Omit<ReprocessTask, 'id' | 'next' | 'mark'> & { createdBy: number };

/**
 * Makes a job that has all before it; it begins where the system is followed up to now. Answers its id.
 * @throws the database's unique violation where one is running.
 */
export async function makeReprocess({ db }: Db, order: NewReprocess): Promise<string> {
  const { systemId, from, to, version, senders, chunkHours, throttleSeconds, createdBy } = order;
  const { id } = await db
    .insertInto('reprocess_jobs')
    .values({
      system_id: systemId,
      created_by: createdBy,
      start_time: new Date(from),
      end_time: new Date(to),
      config_version: version,
      senders,
      chunk_hours: chunkHours,
      throttle_s: throttleSeconds,
      next_at: new Date(from),
      mark: sql`(select mark from followed_detections where system_id = ${systemId})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Notes by which background job it is done. */
export async function noteReprocessJob({ db }: Db, id: string, jobId: string): Promise<void> {
  await db.updateTable('reprocess_jobs').set({ job_id: jobId }).where('id', '=', id).execute();
}

/** A job that is running; undefined where it is not. */
export async function runningReprocess({ db }: Db, id: string): Promise<ReprocessTask | undefined> {
  const row = await db
    .selectFrom('reprocess_jobs')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst();
  return row === undefined ? undefined : orderOf(row);
}

/** Whose job one is; undefined where there is none. */
export async function systemOfReprocess({ db }: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('reprocess_jobs').select('system_id').where('id', '=', id).executeTakeFirst();
  return row?.system_id;
}

/** Holds a job as one that runs to the end of the transaction. @throws Error where it runs no more. */
export async function holdRunning({ db }: Db, id: string): Promise<void> {
  const { rows } = await sql`select from reprocess_jobs where id = ${id} and status = 'running' for no key update`.execute(db);
  if (rows.length === 0) throw new Error('The reprocessing job is no longer running');
}

/** Notes how far a job is, from where it begins, and how long was worked at it since the last note (ms). */
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

/** Ends a job that runs, otherwise than well; answers whether it did. */
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

/** The job of a system that runs, if one does, and its background job. */
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

/** Why a job cannot be restored, in words for people; null where it can. Holds the job. */
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

/** By which settings and transmitters an hour (ms) was reprocessed last; null where it was not. */
export async function reprocessedBy(
  { db }: Db,
  systemId: string,
  hour: number,
): Promise<{ version: number; senders: string } | null> {
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
  return row === undefined ? null : { version: row.config_version, senders: row.senders };
}

/** How the hours that a job replaced had been followed. */
export async function replacedBy({ db }: Db, id: string) {
  const row = await db
    .selectFrom('reprocess_jobs')
    .select(['start_time', 'end_time', 'replaced_mark', 'replaced_pending'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const [from, to] = [row.start_time.getTime(), row.end_time.getTime()];
  return { from, to, mark: row.replaced_mark, pending: row.replaced_pending };
}

/** Notes that the result before a job was restored. */
export async function noteRestored({ db }: Db, id: string): Promise<void> {
  await db
    .updateTable('reprocess_jobs')
    .set({ restored_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

/**
 * Completes a job that runs, with what it did to the detections of its hours, and how far the hours that it
 * replaced had been followed.
 * @throws Error where it runs no more.
 */
export async function completeReprocess(
  { db }: Db,
  { id, systemId, from, to }: Pick<ReprocessTask, 'id' | 'systemId' | 'from' | 'to'>,
  replaced: { mark: TouchedMark | null; pending: readonly PendingHour[] },
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

/** What a job of a system did, most changed first. */
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

/** A job as it is shown, and its background job. */
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
  const { from, to, next, chunkHours } = orderOf(row);
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
      // All is looked at before it is put in place.
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

/** A job of a system; undefined where there is none of that id. */
export async function findReprocess(database: Db, systemId: string, id: string): Promise<ListedReprocess | undefined> {
  const row = await listed(database, systemId)
    .where(sql<string>`id::text`, '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : shown(row);
}

/** Jobs of a system, the newest first, in pages that begin at 1; how many there are, and whether one runs. */
export async function listReprocess(
  database: Db,
  systemId: string,
  { page, limit, status }: { page: number; limit: number; status?: ReprocessJob['status'] | undefined },
): Promise<{ jobs: ReprocessJob[]; total: number; hasRunning: boolean }> {
  const asked = listed(database, systemId).$if(status !== undefined, (all) => all.where('status', '=', status ?? 'running'));
  const rows = await asked
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
