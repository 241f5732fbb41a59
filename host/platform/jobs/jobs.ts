import { setTimeout as delay } from 'node:timers/promises';
import { CompiledQuery, sql } from 'kysely';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { inTheWay, unavailable } from '../api-error.ts';
import { type DatabaseLine, openLine } from '../bus/database-line.ts';
import type { Database, Db } from '../store/database.ts';
import { codeOf, sqlStates } from '../store/database-failure.ts';
import { LastingFailure, type JobKind, type JobSettings, type JobTry, type JobWork } from './job-kind.ts';
import { failureOf } from './job-failure.ts';
import { jobSchema, openJobLibrary, type JobLibrary } from './job-library.ts';
import { progressNotes, writeProgress } from './job-progress.ts';
import type { JobData } from './job-records.ts';

/** The jobs of one database, for a host that requests and does them. */
export type Jobs = {
  /**
   * Requests a job for each input. Returns the ids of the new jobs; an input that joined another job has none
   * (JOB-4). With a transaction (`within`), the jobs exist only after its commit.
   * @throws ApiError 503 if too many wait.
   */
  enqueue: <Input>(kind: JobKind<Input>, inputs: readonly Input[], within?: Db) => Promise<string[]>;
  /**
   * Cancels a job: if it waits, it never starts; if it runs, its try is aborted within seconds.
   * @throws ApiError 409 if the job is already over.
   */
  cancel: (kind: Pick<JobSettings, 'name'>, id: string) => Promise<void>;
  /**
   * Retries a failed job (JOB-12).
   * @throws ApiError 409 if the job has not failed, or the same work is waiting or running already.
   */
  retry: (kind: Pick<JobSettings, 'name'>, id: string) => Promise<void>;
  /** Starts no more jobs, waits for running ones for a limited time, and leaves the rest to another host. */
  close: () => Promise<void>;
};

const daySeconds = 86_400;
/** Settings of all kinds of job (JOB-2, JOB-5). */
const kept = {
  heartbeatSeconds: 10,
  deleteAfterSeconds: 7 * daySeconds,
  // A waiting job is kept this long, because no host that does its kind may run for a long time.
  retentionSeconds: 365 * daySeconds,
  retryDelay: 1,
  retryBackoff: true,
  notify: true,
};
/** Polling interval (s). It finds jobs without an announcement, such as retries. */
const lookEvery = 2;
const failedJobs = 'failed-jobs';
const closeTimeoutMs = 10_000;
const farewellMs = 1_000;

type Parts = {
  database: Pick<Database, 'pool' | 'db'>;
  log: Logger;
  works: readonly JobWork[];
  timeoutMs?: number;
  /** Overrides the polling interval (s). */
  lookSeconds?: number;
};

/**
 * Starts doing jobs (JOB-1). Hosts on one database share them; if a host dies or sleeps, another takes over
 * its jobs. `line` announces jobs and can serve only one runner; by default a line of its own is opened.
 */
export async function startJobs({ line, ...parts }: Parts & { line?: DatabaseLine }): Promise<Jobs> {
  if (line !== undefined) return startOn(line, parts);
  const own = openLine(parts.database.pool.options, parts.log);
  try {
    const jobs = await startOn(own, parts);
    return {
      ...jobs,
      close: async () => {
        await jobs.close();
        await own.close();
      },
    };
  } catch (error) {
    await own.close();
    throw error;
  }
}

async function startOn(line: DatabaseLine, parts: Parts): Promise<Jobs> {
  const { database, log, works, timeoutMs = closeTimeoutMs, lookSeconds = lookEvery } = parts;
  const looking: Looking = { pollingIntervalSeconds: lookSeconds, notifyPollingIntervalSeconds: 2 * lookSeconds };
  const library = await openJobLibrary(database.pool, line, log);
  const underWay = new Set<Promise<unknown>>();
  try {
    await library.createQueue(failedJobs, kept);
    await logFailed(library, log, looking);
    for (const { settings, scheduled } of works) await keepKind(library, settings, scheduled);
    for (const work of works)
      for (let hand = 0; hand < (work.settings.hands ?? 1); hand += 1)
        await takeJobs(library, work, { database, log, underWay, looking });
  } catch (error) {
    await library.stop({ graceful: false });
    throw error;
  }
  return {
    enqueue: (kind, inputs, within) => enqueue(library, database, kind, inputs, within),
    cancel: async ({ name }, id) => {
      // After a failed try, the library writes the job's row again under the same id, so the first
      // cancellation may miss it.
      for (let asked = 0; asked < 2; asked++) if (hasTouched(await library.cancel(name, id))) return;
      throw inTheWay('It is over already.');
    },
    retry: ({ name }, id) => retry(library, database, name, id),
    async close() {
      const names = [failedJobs, ...works.map(({ settings }) => settings.name)];
      await within(timeoutMs, Promise.all(names.map((name) => library.offWork(name))));
      await library.stop({ graceful: false });
      // The running jobs were aborted. Wait a little for them, because they may still use the database.
      await within(farewellMs, Promise.allSettled(underWay));
    },
  };
}

/** Returns whether the library found a row. Its types do not declare this. */
function hasTouched(answer: object): boolean {
  return v.parse(v.object({ affected: v.number() }), answer).affected > 0;
}

async function retry(library: JobLibrary, { db }: Db, name: string, id: string): Promise<void> {
  // A job without tries left may still have a pause before its next try: end that pause.
  await sql`update ${sql.table(`${jobSchema}.job`)} set start_after = least(start_after, now())
    where name = ${name} and id = ${id} and state = 'failed'`.execute(db);
  try {
    if (!hasTouched(await library.retry(name, id))) throw inTheWay('It has not failed, or is tried again already.');
  } catch (error) {
    if (codeOf(error) !== sqlStates.uniqueViolation) throw error;
    throw inTheWay('The same is waiting or running already.');
  }
}

async function keepKind(library: JobLibrary, settings: JobSettings, { key, mitasId }: JobWork['scheduled']): Promise<void> {
  const { name, sameKey, schedule } = settings;
  const queue = {
    ...kept,
    expireInSeconds: settings.deadlineSeconds,
    retryLimit: settings.retries,
    retryDelay: settings.firstPauseSeconds ?? kept.retryDelay,
    retryDelayMax: settings.longestPauseSeconds,
    deadLetter: failedJobs,
  };
  const policy = sameKey === undefined ? 'standard' : sameKey === 'waits' ? 'singleton' : 'exclusive';
  await library.createQueue(name, { ...queue, policy });
  // If the queue already existed, it may still have the settings of an older version.
  await library.updateQueue(name, queue);
  if (schedule === undefined) return;
  const data = dataOf(settings, schedule.input, mitasId);
  await library.schedule(name, schedule.cron, data, { tz: schedule.timezone, ...keyed(key) });
}

function dataOf({ title, isRoutine = false }: JobSettings, input: unknown, mitasId: string | null): JobData {
  return { input, title, mitasId, ...(isRoutine && { isRoutine }) };
}

/**
 * An index of the library enforces `singletonKey`. `group` keeps jobs with this key from delaying jobs with
 * other keys.
 */
function keyed(key: string | undefined): { singletonKey?: string; group?: { id: string } } {
  return key === undefined ? {} : { singletonKey: key, group: { id: key } };
}

async function enqueue<Input>(
  library: JobLibrary,
  database: Db,
  kind: JobKind<Input>,
  inputs: readonly Input[],
  within: Db = database,
): Promise<string[]> {
  const wanted = inputs.map((input) => ({
    data: dataOf(kind, v.parse(kind.input, input), kind.system?.(input) ?? null),
    ...keyed(kind.key?.(input)),
  }));
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from (
      select from ${sql.table(`${jobSchema}.job`)} where name = ${kind.name} and state < 'active' and not blocked limit ${kind.mostWaiting}
    ) waiters`.execute(within.db);
  if ((rows[0]?.waiting ?? 0) + wanted.length > kind.mostWaiting)
    throw unavailable('Too much of this waits to be done already: try again later.', 60);
  const db = {
    executeSql: async (text: string, values: unknown[] = []) => within.db.executeQuery(CompiledQuery.raw(text, values)),
  };
  return (await library.insert(kind.name, wanted, { db, returnId: true })) ?? [];
}

type TakenJob = { id: string; retryCount: number; signal: AbortSignal; data: { input: unknown } };

type Looking = { pollingIntervalSeconds: number; notifyPollingIntervalSeconds: number };
type Taking = { database: Db; log: Logger; underWay: Set<Promise<unknown>>; looking: Looking };

async function takeJobs(
  library: JobLibrary,
  { settings, work }: JobWork,
  { database, log, underWay, looking }: Taking,
): Promise<void> {
  const { name } = settings;
  async function doOne({ id, retryCount, signal, data }: TakenJob) {
    const number = retryCount + 1;
    const notes = progressNotes((progress) => writeProgress(database, { name, id, attempt: number }, progress));
    const attempt: JobTry = {
      number,
      signal,
      progress: (progress) => notes.note(progress),
      hold: (within) => hold(within, name, id, retryCount),
    };
    const doing = work(data.input, attempt);
    underWay.add(doing);
    try {
      await doing;
      return { id, status: 'completed' as const };
    } catch (error) {
      const output = failureOf(error);
      log.warn({ job: name, id, attempt: number, reason: output.reason }, 'a job failed in this try');
      // An invalid input stays invalid, so do not retry.
      const isLasting = v.isValiError(error) || error instanceof LastingFailure;
      return { id, status: isLasting ? ('deadletter' as const) : ('failed' as const), output };
    } finally {
      await notes.close();
      underWay.delete(doing);
    }
  }
  const options = { ...looking, batchSize: settings.atOnce, perJobResults: true } as const;
  const oneEach = settings.sameKey === 'waits' ? { groupConcurrency: 1 } : {};
  const worker = await library.work<{ input: unknown }>(name, { ...options, ...oneEach }, async (jobs) => {
    const results = await Promise.all(jobs.map(doOne));
    // There may be more jobs, so ask for them without waiting for the next poll.
    library.notifyWorker(worker);
    return results;
  });
}

/** Locks a job's row until the transaction ends. @throws Error if the job no longer belongs to this try. */
async function hold({ db }: Db, name: string, id: string, retryCount: number): Promise<void> {
  const { rows } = await sql`
    select from ${sql.table(`${jobSchema}.job`)}
    where name = ${name} and id = ${id} and state = 'active' and retry_count = ${retryCount} for update`.execute(db);
  if (rows.length === 0) throw new Error('The job went on elsewhere, or was cancelled.');
}

/**
 * Logs jobs that have failed for good. Each is logged by one host only, even if the hosts that tried it died.
 */
async function logFailed(library: JobLibrary, log: Logger, looking: Looking): Promise<void> {
  await library.work(failedJobs, { ...looking, batchSize: 50, includeMetadata: true }, async (jobs) => {
    for (const { sourceName, sourceId, sourceOutput } of jobs)
      log.error({ job: sourceName, id: sourceId, why: sourceOutput }, 'a job has failed: it is not tried again');
    return Promise.resolve();
  });
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  await Promise.race([work, delay(ms, undefined, { signal: over.signal }).catch(() => undefined)]);
  over.abort();
}
