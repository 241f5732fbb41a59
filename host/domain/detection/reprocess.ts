import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import { hourMs } from '#model/detection/settings-hours.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { failureOf, plainReason } from '../../platform/jobs/job-failure.ts';
import { hourlySweep } from '../../platform/jobs/hourly-sweep.ts';
import { doing, type JobKind, type JobTry, type JobWork, LastingFailure } from '../../platform/jobs/job-kind.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { type Database, type Db, inTransaction } from '../../platform/store/database.ts';
import { deferredWithin, deferTouched, touchedWithin } from '../../platform/store/detection/deferred-hours.ts';
import { detectionConfigHistory } from '../../platform/store/detection/detection-configs.ts';
import { deletedContacts, type DeletedContacts, undeletedSince } from '../../platform/store/detection/deleted-contacts.ts';
import { partsOfHours, type SettledAt, type RunPart } from '../../platform/store/detection/detections.ts';
import {
  type FollowProgress,
  heardBetween,
  hoursAround,
  type MatchedContact,
  type ReceiverHour,
} from '../../platform/store/detection/followed-hours.ts';
import { type CountedHour, countedHours, type Hours, nextHour } from '../../platform/store/detection/reprocess-hours.ts';
import {
  chunksIn,
  completeReprocess,
  endReprocess,
  holdRunning,
  type JobRange,
  noteReprocessed,
  noteReprocessJob,
  type ReprocessTask,
  runningReprocess,
  systemOfReprocess,
} from '../../platform/store/detection/reprocess-jobs.ts';
import {
  clearStaged,
  dropStagedFrom,
  exchangeHours,
  lastStates,
  stageDetections,
  type StagedHour,
  stagedHours,
  type StagedPart,
  type StagedSide,
  stageResults,
} from '../../platform/store/detection/staged-results.ts';
import type { Detector } from './detector.ts';
import { type HourLimits, type PassResult, SystemFollower } from './follow-system.ts';
import {
  continuedState,
  detectionsIn,
  detectorFrom,
  endHour,
  endRuns,
  takeContacts,
  valuesInForce,
  type ValuesInForce,
} from './receiver-pass.ts';

/** How many contacts of a receiver are read at once, unless a single hour has more. */
const contactsAtOnce = 50_000;
/** Results are staged once there are this many hours and parts, even in the middle of a chunk. */
const maxBuffered = 4_000;
/** How many hours of a receiver are summed up at once. */
const summedHours = 100;

const tries = 20;
/**
 * A job with long pauses may take days. A try hands over to a new background job after this time (ms), well
 * before its deadline.
 */
const maxTryMs = 30 * 60_000;

/** The job that reprocesses detections. A system runs one at a time, on any host (DET-17). */
export const reprocessJob: JobKind<{ systemId: string; reprocessId: string }> = {
  name: 'reprocessing',
  title: 'Reprocessing detections',
  input: v.object({ systemId: v.string(), reprocessId: v.pipe(v.string(), v.uuid()) }),
  key: ({ systemId }) => systemId,
  system: ({ systemId }) => systemId,
  sameKey: 'waits',
  deadlineSeconds: 3_600,
  retries: tries - 1,
  longestPauseSeconds: 30,
  mostWaiting: 100,
  atOnce: 1,
  hands: 2,
};

export type ReprocessParts = {
  database: Database;
  bus: Bus;
  /** Enqueues the job that continues where this one stops. */
  jobs: () => Promise<Pick<Jobs, 'enqueue'>>;
  now?: () => number;
  /** Waits for this time; rejects once the signal is aborted. */
  rest?: (ms: number, signal: AbortSignal) => Promise<void>;
  maxTryMs?: number;
  maxBuffered?: number;
  limits?: HourLimits;
};

/** Returns the work of a host for reprocessing jobs. */
export function reprocessing(parts: ReprocessParts): JobWork {
  return doing(reprocessJob, ({ reprocessId }, attempt) => reprocess(parts, reprocessId, attempt));
}

/**
 * Continues a reprocessing job where the last try stopped. If the job no longer runs, only clears its staged
 * results. The job fails with its last try, or with an error that a retry cannot fix.
 */
export async function reprocess(parts: ReprocessParts, id: string, attempt: JobTry): Promise<void> {
  const { database } = parts;
  const task = await runningReprocess(database, id);
  if (task === undefined) {
    // The try that completed the job may have stopped before it cleared the staged results.
    const systemId = await systemOfReprocess(database, id);
    if (systemId !== undefined) await clearStaged(database, systemId);
    return;
  }
  try {
    await new Reprocessing(parts, task, attempt).run();
  } catch (error) {
    if ((await runningReprocess(database, id)) !== undefined) {
      const isLast = attempt.number >= tries || error instanceof LastingFailure;
      if (!isLast || attempt.signal.aborted) throw error;
      await endReprocess(database, id, { status: 'failed', error: plainReason(failureOf(error)) });
      await clearStaged(database, task.systemId);
      throw error;
    }
    // The job is over, for example because it was cancelled: the error does not matter.
    await clearStaged(database, task.systemId);
  }
}

/** Some hours (ms) of a receiver, in order of time. */
type ReceiverHours = { rxId: number; hours: readonly number[] };

/** One try of a job. */
class Reprocessing {
  readonly #parts: ReprocessParts;
  readonly #task: ReprocessTask;
  readonly #attempt: JobTry;
  readonly #now: () => number;
  readonly #detectors = new Map<number, Detector>();
  /** The last processed hour (ms) of each receiver, and the state at its end. */
  #states = new Map<number, { hour: number; endState: string }>();
  #deleted: DeletedContacts = { upTo: -Infinity, days: [] };
  #values: ValuesInForce | undefined;
  #notedAt = 0;
  /** Results that are not staged yet. */
  #buffer: { hours: StagedHour[]; parts: StagedPart[] } = { hours: [], parts: [] };

  constructor(parts: ReprocessParts, task: ReprocessTask, attempt: JobTry) {
    this.#parts = parts;
    this.#task = task;
    this.#attempt = attempt;
    this.#now = parts.now ?? Date.now;
  }

  async run(): Promise<void> {
    const { database, rest = restFor, maxTryMs: most = maxTryMs } = this.#parts;
    const { signal } = this.#attempt;
    const task = this.#task;
    const began = this.#now();
    this.#notedAt = began;
    this.#deleted = await deletedContacts(database, task.systemId);
    await clearStaged(database, task.systemId);
    await this.#continueFrom(task.next);
    for (;;) {
      signal.throwIfAborted();
      const chunk = await this.#nextChunk();
      if (chunk === null) break;
      await this.#process(chunk);
      const isDone = task.next >= task.to;
      if (isDone) continue;
      if (task.throttleSeconds > 0) await rest(task.throttleSeconds * 1_000, signal);
      if (this.#now() - began >= most) return this.#handOver();
    }
    await this.#stageOpenRuns();
    await this.#sumUp();
    await this.#putInPlace();
    await clearStaged(database, task.systemId);
  }

  /**
   * Leaves the rest of the job to a new background job, because a job with long pauses takes longer than one
   * try may.
   */
  async #handOver(): Promise<void> {
    const { database, jobs } = this.#parts;
    const { id, systemId } = this.#task;
    const { enqueue } = await jobs();
    await inTransaction(database, async (within) => {
      await holdRunning(within, id);
      const [next] = await enqueue(reprocessJob, [{ systemId, reprocessId: id }], within);
      if (next === undefined) throw new Error('No job was created to continue reprocessing');
      await noteReprocessJob(within, id, next);
      await this.#attempt.hold(within);
    });
  }

  /** Deletes what earlier tries staged from this hour on, and reads the states before it. */
  async #continueFrom(from: number): Promise<void> {
    await this.#write((within) => dropStagedFrom(within, this.#task.id, from));
    this.#buffer = { hours: [], parts: [] };
    this.#detectors.clear();
    this.#states = await lastStates(this.#parts.database, this.#task.id);
  }

  /** Writes in a transaction of its own. Fails if the job no longer runs or another try has it. */
  async #write(work: (within: Db) => Promise<void>): Promise<void> {
    await inTransaction(this.#parts.database, async (within) => {
      await holdRunning(within, this.#task.id);
      await work(within);
      await this.#attempt.hold(within);
    });
  }

  /** Skips empty chunks and returns the next one with anything to process; null if none is left. */
  async #nextChunk(): Promise<Hours | null> {
    const { systemId, from, to, next, chunkHours } = this.#task;
    if (next >= to) return null;
    const hour = await nextHour(this.#parts.database, systemId, { from: next, to }, this.#deleted);
    if (hour === null) {
      await this.#note(to);
      return null;
    }
    const chunkMs = chunkHours * hourMs;
    const start = from + Math.floor((hour - from) / chunkMs) * chunkMs;
    return { from: Math.max(next, start), to: Math.min(start + chunkMs, to) };
  }

  async #process(chunk: Hours): Promise<void> {
    const { database, maxBuffered: most = maxBuffered } = this.#parts;
    const { systemId } = this.#task;
    const groups = groupsOf(await countedHours(database, systemId, chunk, this.#deleted));
    let reading = this.#read(groups[0]);
    for (const [at, { rxId, hours }] of groups.entries()) {
      this.#attempt.signal.throwIfAborted();
      const contacts = await reading;
      // The next contacts are read while these are processed.
      reading = this.#read(groups[at + 1]);
      reading.catch(() => undefined);
      await this.#take(rxId, hours, contacts);
      if (this.#buffer.hours.length + this.#buffer.parts.length >= most) await this.#write((within) => this.#stage(within));
    }
    this.#deleted = await deletedContacts(database, systemId);
    if (this.#deleted.upTo > chunk.from) await this.#restartAt(this.#deleted.upTo);
    else await this.#note(chunk.to);
  }

  /**
   * Restarts the job at `from`, because contacts of this chunk up to there were deleted. Detections before
   * `from` stay.
   */
  async #restartAt(from: number): Promise<void> {
    const task = this.#task;
    if (from >= task.to)
      throw new LastingFailure('Contacts in this range were deleted while the job ran. The detections are unchanged.');
    await this.#continueFrom(task.from);
    await this.#write((within) => noteReprocessed(within, task.id, { from, next: from, workedMs: 0 }));
    [task.from, task.next] = [from, from];
    this.#states.clear();
  }

  /** Records that all hours before `next` are processed, and stages their results with that. */
  async #note(next: number): Promise<void> {
    const task = this.#task;
    const now = this.#now();
    await this.#write(async (within) => {
      await this.#stage(within);
      await noteReprocessed(within, task.id, { from: task.from, next, workedMs: now - this.#notedAt });
    });
    this.#notedAt = now;
    task.next = next;
    const blocksTo = (to: number) => chunksIn(task.from, to, task.chunkHours);
    this.#attempt.progress({ done: blocksTo(next), total: blocksTo(task.to), what: 'blocks' });
  }

  async #stage(within: Db): Promise<void> {
    const results = this.#buffer;
    this.#buffer = { hours: [], parts: [] };
    await stageResults(within, this.#task, results);
  }

  async #read(group: ReceiverHours | undefined): Promise<MatchedContact[]> {
    const [from, last] = [group?.hours[0], group?.hours.at(-1)];
    if (group === undefined || from === undefined || last === undefined) return [];
    const { database } = this.#parts;
    const { codes } = (await this.#inForce()).transmitters;
    return heardBetween(database, this.#task.systemId, { rxId: group.rxId, from, to: last + hourMs, ...codes });
  }

  async #inForce(): Promise<ValuesInForce> {
    const { database } = this.#parts;
    const { systemId } = this.#task;
    if (this.#values !== undefined) return this.#values;
    const known = { configs: await detectionConfigHistory(database, systemId), lists: new Map() };
    return (this.#values = await valuesInForce(database, systemId, this.#task, known));
  }

  async #take(rxId: number, hours: readonly number[], contacts: readonly MatchedContact[]): Promise<void> {
    let first = 0;
    for (const hour of hours) {
      const detector = await this.#detectorAt(rxId, hour);
      first = takeContacts(detector, rxId, contacts, { first, end: hour + hourMs });
      const { parts, endState } = endHour(detector, hour, this.#task.version);
      this.#add(rxId, hour, parts);
      this.#buffer.hours.push({ rxId, hour, endState });
      this.#states.set(rxId, { hour, endState });
    }
  }

  #add(rxId: number, settledAt: SettledAt, parts: readonly RunPart[]): void {
    for (const part of parts) this.#buffer.parts.push({ ...part, rxId, settledAt });
  }

  /**
   * Returns the detector of a receiver at an hour. It continues from the last hour, unless contacts in
   * between were deleted.
   */
  async #detectorAt(rxId: number, hour: number): Promise<Detector> {
    const since = undeletedSince(this.#deleted, hour);
    const last = this.#states.get(rxId);
    const detector = await this.#detector(rxId, last?.endState ?? (await this.#stateBefore(rxId, since)));
    if (last === undefined || last.hour >= since) return detector;
    // Open runs end before the gap.
    this.#add(rxId, hour, endRuns(detector, this.#task.version));
    this.#detectors.delete(rxId);
    return this.#detector(rxId, '');
  }

  async #detector(rxId: number, state: string): Promise<Detector> {
    const detector = this.#detectors.get(rxId) ?? detectorFrom(state, await this.#inForce());
    this.#detectors.set(rxId, detector);
    return detector;
  }

  async #stateBefore(rxId: number, since: number): Promise<string> {
    const { systemId, from } = this.#task;
    const { before } = await hoursAround(this.#parts.database, systemId, { rxId, hour: from });
    return continuedState(before, since, this.#task);
  }

  /** Stages the runs that are open at the end of the last hour, as if they ended there. */
  async #stageOpenRuns(): Promise<void> {
    for (const [rxId, { endState }] of this.#states)
      this.#add(rxId, null, endRuns(await this.#detector(rxId, endState), this.#task.version));
    await this.#write(async (within) => {
      await dropStagedFrom(within, this.#task.id, this.#task.to);
      await this.#stage(within);
    });
  }

  async #sumUp(): Promise<void> {
    const { database } = this.#parts;
    const { id, from, to } = this.#task;
    for (let after: ReceiverHour | undefined = { rxId: 0, hour: 0 }; after !== undefined;) {
      this.#attempt.signal.throwIfAborted();
      const some: ReceiverHour[] = await stagedHours(database, id, { from, to, after, limit: summedHours });
      for (const [rxId, its] of Map.groupBy(some, (each) => each.rxId)) {
        const hours = its.map(({ hour }) => hour);
        const detections = detectionsIn(await partsOfHours(database, { jobId: id }, rxId, hours));
        await this.#write((within) => stageDetections(within, id, rxId, detections));
      }
      after = some[summedHours - 1];
    }
  }

  /** Puts all results in place in one transaction, and includes contacts that arrived late (DET-18). */
  async #putInPlace(): Promise<void> {
    const { database, bus, limits } = this.#parts;
    const task = this.#task;
    const { systemId } = task;
    let replaced: Parameters<typeof completeReprocess>[2] = { mark: null, pending: [] };
    const result = await new SystemFollower(database, systemId, limits).exchange(this.#now(), {
      begin: async (within, progress) => {
        replaced = { mark: progress.mark, pending: await unfollowed(within, task, progress) };
        return { ...(await exchangeResults(within, task, progress, { side: 'found', mark: task.mark })), inForce: task };
      },
      end: async (within) => {
        await completeReprocess(within, task, replaced);
        await this.#attempt.hold(within);
      },
    });
    publishDetected(bus, systemId, result);
  }
}

/** Returns the hours of a job that wait to be followed. */
async function unfollowed(within: Db, job: JobRange, { pending }: FollowProgress): Promise<ReceiverHour[]> {
  const isIn = ({ hour }: ReceiverHour) => job.from <= hour && hour < job.to;
  return [...pending.filter(isIn), ...(await deferredWithin(within, job.systemId, job))];
}

/**
 * Exchanges the hours of a job. Hours that received contacts since a mark are deferred: they are followed
 * later, in turns with live contacts. The last hour is followed at once: it may be the current one, which
 * receives contacts all the time. All tags are settled again.
 */
export async function exchangeResults(
  within: Db,
  job: JobRange,
  progress: FollowProgress,
  { side, mark }: { side: StagedSide; mark: FollowProgress['mark'] },
) {
  const { systemId, from, to } = job;
  const { hours, affected } = await exchangeHours(within, job, side, await deletedContacts(within, systemId));
  const last = to - hourMs;
  await deferTouched(within, systemId, { from, to: last }, mark);
  const touched = await touchedWithin(within, systemId, { from: last, to }, mark);
  return { hours: [...hours, ...touched], affected, to, progress: { ...progress, tags: '' } };
}

/** Makes consoles reload the tags or beacons that a pass changed. */
export function publishDetected(bus: Bus, systemId: string, { tags, beacons }: PassResult): void {
  const payload = [...(tags ? (['tags'] as const) : []), ...(beacons ? (['beacons'] as const) : [])];
  if (payload.length > 0) bus.publish({ kind: 'message', mitasId: systemId, message: { type: 'invalidate', payload } });
}

/** Deletes staged results that are no longer needed, every hour. Each job does this too (DET-19). */
export const reprocessSweep: JobKind<null> = {
  ...hourlySweep(35),
  name: 'reprocess-sweep',
  title: 'Clearing replaced detections away',
};

/**
 * Groups neighbouring hours of a receiver. A group has at most `contactsAtOnce` contacts, unless a single
 * hour has more.
 */
function groupsOf(hours: readonly CountedHour[]): ReceiverHours[] {
  const groups: { rxId: number; hours: number[]; count: number }[] = [];
  for (const { rxId, hour, count } of hours) {
    const last = groups.at(-1);
    if (last !== undefined && last.rxId === rxId && last.count + count <= contactsAtOnce) {
      last.hours.push(hour);
      last.count += count;
    } else groups.push({ rxId, hours: [hour], count });
  }
  return groups;
}

async function restFor(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal });
}
