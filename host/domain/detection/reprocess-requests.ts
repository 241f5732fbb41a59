import { noHourText } from '#model/detection/reprocess-form.ts';
import { hoursTouched } from '#model/detection/settings-hours.ts';
import type { ReprocessJob } from '#model/entities/detection-config.ts';
import { ApiError, inTheWay, invalidRequest, notFound } from '../../platform/api-error.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { jobStatusOf } from '../../platform/jobs/job-records.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { type Database, type Db, inTransaction } from '../../platform/store/database.ts';
import { codeOf, sqlStates } from '../../platform/store/database-failure.ts';
import { currentDetectionConfig } from '../../platform/store/detection/detection-configs.ts';
import { deletedContacts } from '../../platform/store/detection/deleted-contacts.ts';
import { deferHours } from '../../platform/store/detection/deferred-hours.ts';
import { countReprocess } from '../../platform/store/detection/reprocess-hours.ts';
import {
  chunksIn,
  endReprocess,
  findReprocess,
  type ListedReprocess,
  makeReprocess,
  noteReprocessJob,
  noteRestored,
  replacedBy,
  runningOf,
  whyNotRestored,
} from '../../platform/store/detection/reprocess-jobs.ts';
import { lockSystem } from '../../platform/store/accounts/systems.ts';
import { type HourLimits, SystemFollower } from './follow-system.ts';
import { currentMark } from './receiver-pass.ts';
import { exchangeResults, publishDetected, reprocessJob } from './reprocess.ts';

/**
 * How many contacts are processed in a second: a quarter of what the bench measures on two idle cores
 * (tests/bench/reprocess.bench.ts: 1.07 million, one in twenty matching).
 */
const contactsPerSecond = 250_000;

/** A request: times in ms, the size of chunks in hours, the pause between two chunks in seconds. */
export type ReprocessRequest = { start: number; end: number; chunkHours: number; throttleSeconds: number };

/** Returns the whole hours that a range touches, up to the current one, without those of deleted contacts. */
async function hoursOf(within: Db, systemId: string, { chunkHours, ...range }: ReprocessRequest, now: number) {
  if (!Number.isInteger(chunkHours)) throw invalidRequest('A chunk has 1 to 12 whole hours', 'chunkSize');
  return hoursTouched(range, { now, keptFrom: (await deletedContacts(within, systemId)).upTo });
}

/**
 * Estimates a job: its whole hours, its chunks, how many of them are empty, and how many minutes the others
 * take.
 * @throws ApiError 400 if the chunks are not whole hours.
 */
export async function estimateReprocess(database: Db, systemId: string, request: ReprocessRequest, now = Date.now()) {
  const { chunkHours, throttleSeconds } = request;
  const hours = await hoursOf(database, systemId, request, now);
  const { contacts, chunks } = await countReprocess(database, systemId, { ...hours, chunkHours });
  const totalChunks = chunksIn(hours.from, hours.to, chunkHours);
  const seconds = contacts / contactsPerSecond + Math.max(0, chunks - 1) * throttleSeconds;
  const estimatedDuration = Math.round(seconds / 6) / 10;
  const { from: startTime, to: endTime } = hours;
  return { startTime, endTime, totalChunks, emptyChunks: totalChunks - chunks, contacts, estimatedDuration };
}

type Services = { database: Db; jobs: Pick<Jobs, 'enqueue' | 'cancel'> };

/**
 * Starts a job with the newest settings and the current transmitters; returns its id.
 * @throws ApiError 409 if one is running, 400 if the range has no hour that can be reprocessed.
 */
export async function startReprocess(
  { database, jobs }: Services,
  systemId: string,
  request: ReprocessRequest & { createdBy: number },
  now = Date.now(),
): Promise<string> {
  await settleLost(database, systemId);
  try {
    return await inTransaction(database, async (within) => {
      // Restoring a job and deleting old contacts take the same lock, so neither runs at the same time.
      await lockSystem(within, systemId);
      const { from, to } = await hoursOf(within, systemId, request, now);
      if (to <= from) throw invalidRequest(noHourText, 'startDate');
      const { version } = await currentDetectionConfig(within, systemId);
      const listMark = await currentMark(within, systemId);
      const reprocessId = await makeReprocess(within, { ...request, systemId, from, to, version, listMark });
      const [jobId] = await jobs.enqueue(reprocessJob, [{ systemId, reprocessId }], within);
      if (jobId === undefined) throw new Error('No background job was created for reprocessing');
      await noteReprocessJob(within, reprocessId, jobId);
      return reprocessId;
    });
  } catch (error) {
    if (codeOf(error) !== sqlStates.uniqueViolation) throw error;
    throw inTheWay('A reprocessing job is already running');
  }
}

/** Marks a running job as ended if its background job is over. */
export async function settleLost(database: Db, systemId: string): Promise<void> {
  const running = await runningOf(database, systemId);
  if (running === undefined || running.jobId === null) return;
  const job = await jobStatusOf(database, reprocessJob.name, running.jobId);
  // The job may have been handed over or completed since it was read.
  if (job.stage !== 'over' || (await runningOf(database, systemId))?.jobId !== running.jobId) return;
  const { isCancelled, reason } = job;
  await endReprocess(database, running.id, {
    status: isCancelled ? 'cancelled' : 'failed',
    error: isCancelled ? null : reason,
  });
}

/** Returns the running jobs that no host works on at the moment. */
export async function orphanedReprocess(database: Db, systemId: string): Promise<ReprocessJob[]> {
  const running = await runningOf(database, systemId);
  if (running === undefined || running.jobId === null) return [];
  const { stage } = await jobStatusOf(database, reprocessJob.name, running.jobId);
  const found = stage === 'left' ? await findReprocess(database, systemId, running.id) : undefined;
  return found === undefined ? [] : [found.job];
}

/** Returns a job of a system. @throws ApiError 404 if there is none. */
export async function reprocessOf(database: Db, systemId: string, id: string): Promise<ListedReprocess> {
  const found = await findReprocess(database, systemId, id);
  if (found === undefined) throw notFound('There is no such reprocessing job');
  return found;
}

/**
 * Cancels a job at once. Its current try deletes the staged results; if there is none, the next sweep does.
 * @throws ApiError 404 if there is no such job, 409 if it is over.
 */
export async function cancelReprocess({ database, jobs }: Services, systemId: string, id: string): Promise<void> {
  const { job } = await reprocessOf(database, systemId, id);
  if (!(await endReprocess(database, job.jobId, { status: 'cancelled', error: null }))) throw inTheWay('The job is already over');
  // Read the job again: another background job may have taken over.
  const { backgroundJob } = await reprocessOf(database, systemId, id);
  if (backgroundJob !== null)
    await jobs.cancel(reprocessJob, backgroundJob).catch((error: unknown) => {
      // The background job has just ended.
      if (!(error instanceof ApiError)) throw error;
    });
}

/**
 * Restores what a job replaced (DET-19), and follows the contacts that arrived since then.
 * @throws ApiError 404 if there is no such job, 409 if it cannot be restored.
 */
export async function restoreReprocess(
  { database, bus, limits }: { database: Database; bus: Bus; limits?: HourLimits },
  systemId: string,
  id: string,
  now = Date.now(),
): Promise<void> {
  const { job } = await reprocessOf(database, systemId, id);
  await settleLost(database, systemId);
  const refuse = async (within: Db) => {
    const reason = await whyNotRestored(within, systemId, job.jobId);
    if (reason !== null) throw inTheWay(reason);
  };
  // Check before the exchange too, so that a refusal need not wait for a host that follows the system.
  await inTransaction(database, refuse);
  const result = await new SystemFollower(database, systemId, limits).exchange(now, {
    // No other job can start during the exchange, because that takes the same lock.
    before: (within) => lockSystem(within, systemId),
    begin: async (within, progress) => {
      await refuse(within);
      const { mark, pending, ...hours } = await replacedBy(within, job.jobId);
      const range = { id: job.jobId, systemId, ...hours };
      const exchange = await exchangeResults(within, range, progress, { side: 'replaced', mark });
      await deferHours(within, systemId, 'follow', pending);
      // Hours that are followed from here on no longer use the job's settings and transmitters.
      await noteRestored(within, job.jobId);
      return exchange;
    },
    end: () => Promise.resolve(),
  });
  publishDetected(bus, systemId, result);
}
