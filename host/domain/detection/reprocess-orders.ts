import { noHourText } from '#model/detection/reprocess-form.ts';
import { hoursTouched } from '#model/detection/settings-hours.ts';
import type { ReprocessJob } from '#model/entities/detection-config.ts';
import { ApiError, inTheWay, invalidRequest, notFound } from '../../platform/api-error.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { standingOf } from '../../platform/jobs/job-records.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { type Database, type Db, inTransaction } from '../../platform/store/database.ts';
import { codeOf, sqlStates } from '../../platform/store/database-failure.ts';
import { detectionConfigNow } from '../../platform/store/detection/detection-configs.ts';
import { deletedContacts } from '../../platform/store/detection/deleted-contacts.ts';
import { keepSenders } from '../../platform/store/detection/followed-hours.ts';
import { leaveHours } from '../../platform/store/detection/hours-left.ts';
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
import { soughtTransmitters } from '../../platform/store/fleet/sought-transmitters.ts';
import { type Rooms, sendersMark, SystemFollower } from './follow-system.ts';
import { exchanged, publishDetected, reprocessJob } from './reprocess.ts';

/**
 * So many contacts are looked at in a second: a quarter of what the bench of reprocessing measures on two
 * cores that do nothing else (tests/bench/reprocess.bench.ts: 1.07 million, with a twentieth matching).
 */
const contactsPerSecond = 250_000;

/** What is asked for: times in ms, chunks in hours, the rest between two of them in seconds. */
export type ReprocessWish = { start: number; end: number; chunkHours: number; throttleSeconds: number };

/** The whole hours that a range touches, up to the present one, and from where contacts are not deleted. */
async function hoursOf(within: Db, systemId: string, { chunkHours, ...range }: ReprocessWish, now: number) {
  if (!Number.isInteger(chunkHours)) throw invalidRequest('A chunk has 1 to 12 whole hours', 'chunkSize');
  return hoursTouched(range, { now, keptFrom: (await deletedContacts(within, systemId)).upTo });
}

/**
 * Which whole hours of a range would be taken, how many chunks these have, how many of them are empty, and
 * how many minutes the rest would take.
 * @throws ApiError 400 for chunks of parts of hours.
 */
export async function estimateReprocess(database: Db, systemId: string, wish: ReprocessWish, now = Date.now()) {
  const { chunkHours, throttleSeconds } = wish;
  const hours = await hoursOf(database, systemId, wish, now);
  const { contacts, chunks } = await countReprocess(database, systemId, { ...hours, chunkHours });
  const totalChunks = chunksIn(hours.from, hours.to, chunkHours);
  const seconds = contacts / contactsPerSecond + Math.max(0, chunks - 1) * throttleSeconds;
  const estimatedDuration = Math.round(seconds / 6) / 10;
  const { from: startTime, to: endTime } = hours;
  return { startTime, endTime, totalChunks, emptyChunks: totalChunks - chunks, contacts, estimatedDuration };
}

type Asking = { database: Db; jobs: Pick<Jobs, 'enqueue' | 'cancel'> };

/**
 * Starts a job by the newest settings and the present transmitters; answers its id.
 * @throws ApiError 409 where one runs already, 400 where the range has no hour that can be reprocessed.
 */
export async function startReprocess(
  { database, jobs }: Asking,
  systemId: string,
  wish: ReprocessWish & { createdBy: number },
  now = Date.now(),
): Promise<string> {
  await settleLost(database, systemId);
  try {
    return await inTransaction(database, async (within) => {
      // Who restores, or deletes the past, is done before or comes after.
      await lockSystem(within, systemId);
      const { from, to } = await hoursOf(within, systemId, wish, now);
      if (to <= from) throw invalidRequest(noHourText, 'startDate');
      const { version } = await detectionConfigNow(within, systemId);
      const list = await soughtTransmitters(within, systemId);
      const senders = sendersMark(list);
      await keepSenders(within, systemId, senders, list);
      const reprocessId = await makeReprocess(within, { ...wish, systemId, from, to, version, senders });
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

/** A job that runs for nobody any more, as its background job is over, is over as well. */
export async function settleLost(database: Db, systemId: string): Promise<void> {
  const running = await runningOf(database, systemId);
  if (running === undefined || running.jobId === null) return;
  const standing = await standingOf(database, reprocessJob.name, running.jobId);
  // It may have handed on or been completed since it was read.
  if (standing.stands !== 'over' || (await runningOf(database, systemId))?.jobId !== running.jobId) return;
  const { isCancelled, reason } = standing;
  await endReprocess(database, running.id, {
    status: isCancelled ? 'cancelled' : 'failed',
    error: isCancelled ? null : reason,
  });
}

/** The jobs that run and that no host has at hand just now: until one takes them. */
export async function orphanedReprocess(database: Db, systemId: string): Promise<ReprocessJob[]> {
  const running = await runningOf(database, systemId);
  if (running === undefined || running.jobId === null) return [];
  const { stands } = await standingOf(database, reprocessJob.name, running.jobId);
  const found = stands === 'left' ? await findReprocess(database, systemId, running.id) : undefined;
  return found === undefined ? [] : [found.job];
}

/** A job of a system. @throws ApiError 404 where there is none. */
export async function reprocessOf(database: Db, systemId: string, id: string): Promise<ListedReprocess> {
  const found = await findReprocess(database, systemId, id);
  if (found === undefined) throw notFound('There is no such reprocessing job');
  return found;
}

/**
 * Cancels a job, at once: what it found is dropped by the next sweep, if not by the try that is at it.
 * @throws ApiError 404 where there is none, 409 where it is over.
 */
export async function cancelReprocess({ database, jobs }: Asking, systemId: string, id: string): Promise<void> {
  const { job } = await reprocessOf(database, systemId, id);
  if (!(await endReprocess(database, job.jobId, { status: 'cancelled', error: null }))) throw inTheWay('The job is already over');
  // It may have been handed on to another one by now.
  const { backgroundJob } = await reprocessOf(database, systemId, id);
  if (backgroundJob !== null)
    await jobs.cancel(reprocessJob, backgroundJob).catch((error: unknown) => {
      // It was over just before.
      if (!(error instanceof ApiError)) throw error;
    });
}

/**
 * Puts what a job replaced back in its place (DET-19); what came since is followed.
 * @throws ApiError 404 where there is no such job, 409 where it cannot be restored.
 */
export async function restoreReprocess(
  { database, bus, rooms }: { database: Database; bus: Bus; rooms?: Rooms },
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
  // Nobody waits for a follower to hear that.
  await inTransaction(database, refuse);
  const passed = await new SystemFollower(database, systemId, rooms).exchange(now, {
    // Who starts another one is done before or comes after.
    before: (within) => lockSystem(within, systemId),
    begin: async (within, followed) => {
      await refuse(within);
      const { mark, pending, ...hours } = await replacedBy(within, job.jobId);
      const order = { id: job.jobId, systemId, ...hours };
      const exchange = await exchanged(within, order, followed, { side: 'replaced', mark });
      await leaveHours(within, systemId, 'follow', pending);
      // Whatever is followed from now on is followed as if the job had not been.
      await noteRestored(within, job.jobId);
      return exchange;
    },
    end: () => Promise.resolve(),
  });
  publishDetected(bus, systemId, passed);
}
