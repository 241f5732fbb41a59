import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import { codeOf } from '#model/entities/contact.ts';
import type { DetectionParameters } from '#model/entities/detection-config.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { failureOf, plainReason } from '../../platform/jobs/job-failure.ts';
import { hourlySweep } from '../../platform/jobs/hourly-sweep.ts';
import { doing, type JobKind, type JobTry, type JobWork, LastingFailure } from '../../platform/jobs/job-kind.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { type Database, type Db, inTransaction } from '../../platform/store/database.ts';
import { detectionConfigHistory } from '../../platform/store/detection/detection-configs.ts';
import { deletedContacts, type DeletedContacts, thereSince } from '../../platform/store/detection/deleted-contacts.ts';
import {
  type Followed,
  heardBetween,
  hoursAround,
  type MatchedContact,
  type PendingHour,
  sendersOf,
  type SoughtCodes,
} from '../../platform/store/detection/followed-hours.ts';
import {
  clearAside,
  dropFoundFrom,
  exchangeHours,
  type FoundHour,
  foundParts,
  type FoundPart,
  hoursOfParts,
  lastStates,
  layAside,
  layDetectionsAside,
} from '../../platform/store/detection/reprocess-aside.ts';
import { leaveTouched, leftWithin, touchedWithin } from '../../platform/store/detection/hours-left.ts';
import { type CountedHour, countedHours, nextHour } from '../../platform/store/detection/reprocess-hours.ts';
import {
  chunksIn,
  completeReprocess,
  endReprocess,
  holdRunning,
  noteReprocessed,
  noteReprocessJob,
  type ReprocessTask,
  runningReprocess,
  systemOfReprocess,
} from '../../platform/store/detection/reprocess-jobs.ts';
import { Detector, type DetectorState } from './detector.ts';
import {
  areSameTerms,
  codesOf,
  detectionsIn,
  keptParts,
  parametersOf,
  type Passed,
  type Rooms,
  SystemFollower,
} from './follow-system.ts';
import type { SoughtTransmitter } from './matching.ts';
import { hourMs } from './run-hours.ts';

/** So many contacts of a receiver are read at once, unless a single hour has more. */
const contactsAtOnce = 50_000;
/** Of so many hours and parts, what was found is laid aside, in the middle of a chunk if need be. */
const mostUnlaid = 4_000;
/** The hours of a receiver that are summed up at once. */
const summedHours = 100;

const tries = 20;
/** A try hands on to the next after so long, well before its deadline: a job may rest for days in all. */
const mostMs = 30 * 60_000;

/** DET-17: one at a time for each system, by whichever host. */
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
  /** Asks for the job that goes on where this one stops. */
  jobs: () => Promise<Pick<Jobs, 'enqueue'>>;
  now?: () => number;
  /** Rests for so many ms; rejects once the signal is aborted. */
  rest?: (ms: number, signal: AbortSignal) => Promise<void>;
  mostMs?: number;
  mostUnlaid?: number;
  rooms?: Rooms;
};

/** What hosts do with jobs of reprocessing. */
export function reprocessing(parts: ReprocessParts): JobWork {
  return doing(reprocessJob, ({ reprocessId }, attempt) => reprocess(parts, reprocessId, attempt));
}

/**
 * Goes on with a job of reprocessing where the last try stopped. One that does not run any more is left as it
 * is; with its last try, or for good, it has failed.
 */
export async function reprocess(parts: ReprocessParts, id: string, attempt: JobTry): Promise<void> {
  const { database } = parts;
  const order = await runningReprocess(database, id);
  if (order === undefined) {
    // The try that completed it may not have come to that.
    const systemId = await systemOfReprocess(database, id);
    if (systemId !== undefined) await clearAside(database, systemId);
    return;
  }
  try {
    await new Reprocessing(parts, order, attempt).run();
  } catch (error) {
    if ((await runningReprocess(database, id)) !== undefined) {
      const isLast = attempt.number >= tries || error instanceof LastingFailure;
      if (!isLast || attempt.signal.aborted) throw error;
      await endReprocess(database, id, { status: 'failed', error: plainReason(failureOf(error)) });
      await clearAside(database, order.systemId);
      throw error;
    }
    // It was cancelled, which says all.
    await clearAside(database, order.systemId);
  }
}

/** What hours are looked at by. */
type LookedBy = { senders: readonly SoughtTransmitter[]; codes: SoughtCodes; parameters: DetectionParameters };

/** What a receiver heard in some hours (ms), one after the other. */
type ReceiverHours = { rxId: number; hours: readonly number[] };

/** One try of a job. */
class Reprocessing {
  readonly #parts: ReprocessParts;
  readonly #order: ReprocessTask;
  readonly #attempt: JobTry;
  readonly #now: () => number;
  readonly #detectors = new Map<number, Detector>();
  /** The last hour (ms) that each receiver was looked at, and the state at its end. */
  #states = new Map<number, { hour: number; endState: string }>();
  #deleted: DeletedContacts = { upTo: -Infinity, days: [] };
  #ground: LookedBy | undefined;
  #notedAt = 0;
  #unlaid: { hours: FoundHour[]; parts: FoundPart[] } = { hours: [], parts: [] };

  constructor(parts: ReprocessParts, order: ReprocessTask, attempt: JobTry) {
    this.#parts = parts;
    this.#order = order;
    this.#attempt = attempt;
    this.#now = parts.now ?? Date.now;
  }

  async run(): Promise<void> {
    const { database, rest = restFor, mostMs: most = mostMs } = this.#parts;
    const { signal } = this.#attempt;
    const order = this.#order;
    const began = this.#now();
    this.#notedAt = began;
    this.#deleted = await deletedContacts(database, order.systemId);
    await clearAside(database, order.systemId);
    await this.#goOnFrom(order.next);
    for (;;) {
      signal.throwIfAborted();
      const chunk = await this.#nextChunk();
      if (chunk === null) break;
      await this.#lookAt(chunk);
      const isDone = order.next >= order.to;
      if (isDone) continue;
      if (order.throttleSeconds > 0) await rest(order.throttleSeconds * 1_000, signal);
      if (this.#now() - began >= most) return this.#handOn();
    }
    await this.#layOpenAside();
    await this.#sumUp();
    await this.#putInPlace();
    await clearAside(database, order.systemId);
  }

  /** A job that rests for long is done by many tries, one after the other. */
  async #handOn(): Promise<void> {
    const { database, jobs } = this.#parts;
    const { id, systemId } = this.#order;
    const { enqueue } = await jobs();
    await inTransaction(database, async (within) => {
      await holdRunning(within, id);
      const [next] = await enqueue(reprocessJob, [{ systemId, reprocessId: id }], within);
      if (next === undefined) throw new Error('No job was created to continue reprocessing');
      await noteReprocessJob(within, id, next);
      await this.#attempt.hold(within);
    });
  }

  /** What a try that was killed had laid aside of its chunk is dropped. */
  async #goOnFrom(from: number): Promise<void> {
    await this.#write((within) => dropFoundFrom(within, this.#order.id, from));
    this.#unlaid = { hours: [], parts: [] };
    this.#detectors.clear();
    this.#states = await lastStates(this.#parts.database, this.#order.id);
  }

  /** Writes in a transaction of its own, if the job still runs and is this try's. */
  async #write(work: (within: Db) => Promise<void>): Promise<void> {
    await inTransaction(this.#parts.database, async (within) => {
      await holdRunning(within, this.#order.id);
      await work(within);
      await this.#attempt.hold(within);
    });
  }

  /** The next chunk with anything to be looked at; those before it are skipped. Null where none is left. */
  async #nextChunk(): Promise<{ from: number; to: number } | null> {
    const { systemId, from, to, next, chunkHours } = this.#order;
    if (next >= to) return null;
    const hour = await nextHour(this.#parts.database, systemId, { from: next, to }, this.#deleted);
    if (hour === null) {
      await this.#note(to);
      return null;
    }
    const chunkMs = chunkHours * hourMs;
    const start = Math.max(next, from + Math.floor((hour - from) / chunkMs) * chunkMs);
    return { from: start, to: Math.min(from + (Math.floor((hour - from) / chunkMs) + 1) * chunkMs, to) };
  }

  async #lookAt(chunk: { from: number; to: number }): Promise<void> {
    const { database } = this.#parts;
    const most = this.#parts.mostUnlaid ?? mostUnlaid;
    const order = this.#order;
    const hours = await countedHours(database, order.systemId, chunk, this.#deleted);
    const stretches = stretchesOf(hours);
    let reading = this.#read(stretches[0]);
    for (const [at, { rxId, hours: its }] of stretches.entries()) {
      this.#attempt.signal.throwIfAborted();
      const contacts = await reading;
      // What comes next is read at the same time.
      reading = this.#read(stretches[at + 1]);
      reading.catch(() => undefined);
      await this.#take(rxId, its, contacts);
      if (this.#unlaid.hours.length + this.#unlaid.parts.length >= most) await this.#write((within) => this.#lay(within));
    }
    this.#deleted = await deletedContacts(database, order.systemId);
    if (this.#deleted.upTo > chunk.from) await this.#beginAt(this.#deleted.upTo);
    else await this.#note(chunk.to);
  }

  /** Contacts were deleted that were not looked at yet: what was detected up to there stays. */
  async #beginAt(from: number): Promise<void> {
    const order = this.#order;
    if (from >= order.to)
      throw new LastingFailure('Contacts in this range were deleted while the job ran. The detections are unchanged.');
    await this.#goOnFrom(order.from);
    await this.#write((within) => noteReprocessed(within, order.id, { from, next: from, workedMs: 0 }));
    [order.from, order.next] = [from, from];
    this.#states.clear();
  }

  /** Notes that all before an hour was looked at, with what was found. */
  async #note(next: number): Promise<void> {
    const order = this.#order;
    const now = this.#now();
    await this.#write(async (within) => {
      await this.#lay(within);
      await noteReprocessed(within, order.id, { from: order.from, next, workedMs: now - this.#notedAt });
    });
    this.#notedAt = now;
    order.next = next;
    const blocksTo = (to: number) => chunksIn(order.from, to, order.chunkHours);
    this.#attempt.progress({ done: blocksTo(next), total: blocksTo(order.to), what: 'blocks' });
  }

  async #lay(within: Db): Promise<void> {
    const unlaid = this.#unlaid;
    this.#unlaid = { hours: [], parts: [] };
    await layAside(within, this.#order, unlaid);
  }

  #read(stretch: ReceiverHours | undefined): Promise<MatchedContact[]> {
    const [from, last] = [stretch?.hours[0], stretch?.hours.at(-1)];
    if (stretch === undefined || from === undefined || last === undefined) return Promise.resolve([]);
    return this.#by().then(({ codes }) =>
      heardBetween(this.#parts.database, this.#order.systemId, { rxId: stretch.rxId, from, to: last + hourMs, ...codes }),
    );
  }

  async #by(): Promise<LookedBy> {
    if (this.#ground !== undefined) return this.#ground;
    const { database } = this.#parts;
    const { systemId, senders: mark, version } = this.#order;
    const senders = await sendersOf(database, systemId, mark);
    const parameters = parametersOf(await detectionConfigHistory(database, systemId), version);
    this.#ground = { senders, codes: codesOf(senders), parameters };
    return this.#ground;
  }

  async #take(rxId: number, hours: readonly number[], contacts: readonly MatchedContact[]): Promise<void> {
    const { version } = this.#order;
    let at = 0;
    for (const hour of hours) {
      const detector = await this.#detectorAt(rxId, hour);
      for (let contact = contacts[at]; contact !== undefined && contact.ts < hour + hourMs; contact = contacts[(at += 1)])
        detector.take({ rxId, ...contact, code: codeOf(contact) });
      for (const part of keptParts(detector.settle(hour + hourMs), version))
        this.#unlaid.parts.push({ ...part, rxId, given: hour });
      const endState = JSON.stringify(detector.state);
      this.#unlaid.hours.push({ rxId, hour, endState });
      this.#states.set(rxId, { hour, endState });
    }
  }

  /** That of a receiver for an hour: as it was after the last one, unless contacts between are deleted. */
  async #detectorAt(rxId: number, hour: number): Promise<Detector> {
    const since = thereSince(this.#deleted, hour);
    const last = this.#states.get(rxId);
    if (last === undefined) return this.#detector(rxId, await this.#stateBefore(rxId, since));
    const detector = await this.#detector(rxId, last.endState);
    if (last.hour >= since) return detector;
    // What runs are open before a gap end there.
    for (const part of keptParts(detector.end(), this.#order.version)) this.#unlaid.parts.push({ ...part, rxId, given: hour });
    this.#detectors.delete(rxId);
    return this.#detector(rxId, '');
  }

  async #detector(rxId: number, state: string): Promise<Detector> {
    const known = this.#detectors.get(rxId);
    if (known !== undefined) return known;
    const { senders, parameters } = await this.#by();
    const detector = new Detector(senders, parameters, state === '' ? undefined : (JSON.parse(state) as DetectorState));
    this.#detectors.set(rxId, detector);
    return detector;
  }

  /** Runs go on from before the first hour where that was followed by the same terms (DET-15). */
  async #stateBefore(rxId: number, since: number): Promise<string> {
    const { systemId, from } = this.#order;
    const { before } = await hoursAround(this.#parts.database, systemId, { rxId, hour: from });
    return before !== null && before.hour >= since && areSameTerms(before, this.#order) ? before.endState : '';
  }

  /** Runs that are open at the end of all hours, as if they ended there. */
  async #layOpenAside(): Promise<void> {
    for (const [rxId, { endState }] of this.#states) await this.#detector(rxId, endState);
    await this.#write(async (within) => {
      await dropFoundFrom(within, this.#order.id, this.#order.to);
      for (const [rxId, detector] of this.#detectors)
        for (const part of keptParts(detector.provisional(), this.#order.version))
          this.#unlaid.parts.push({ ...part, rxId, given: null });
      await this.#lay(within);
    });
  }

  async #sumUp(): Promise<void> {
    const { database } = this.#parts;
    const { id, from, to } = this.#order;
    let after: PendingHour = { rxId: 0, hour: 0 };
    for (;;) {
      this.#attempt.signal.throwIfAborted();
      const some = await hoursOfParts(database, id, { from, to, after, most: summedHours });
      for (const [rxId, its] of Map.groupBy(some, (each) => each.rxId)) {
        const parts = await foundParts(
          database,
          id,
          rxId,
          its.map(({ hour }) => hour),
        );
        await this.#write((within) => layDetectionsAside(within, id, rxId, detectionsIn(parts)));
      }
      const last = some.at(-1);
      if (last === undefined || some.length < summedHours) break;
      after = last;
    }
  }

  /** DET-18: all in one transaction, with what came late. */
  async #putInPlace(): Promise<void> {
    const { database, bus, rooms } = this.#parts;
    const order = this.#order;
    const { systemId } = order;
    let replaced: Parameters<typeof completeReprocess>[2] = { mark: null, pending: [] };
    const passed = await new SystemFollower(database, systemId, rooms).exchange(this.#now(), {
      begin: async (within, followed) => {
        replaced = { mark: followed.mark, pending: await unfollowed(within, order, followed) };
        return { ...(await exchanged(within, order, followed, { side: 'found', mark: order.mark })), by: order };
      },
      end: async (within) => {
        await completeReprocess(within, order, replaced);
        await this.#attempt.hold(within);
      },
    });
    publishDetected(bus, systemId, passed);
  }
}

type Range = Pick<ReprocessTask, 'id' | 'systemId' | 'from' | 'to'>;

/** The hours of a job that wait to be followed. */
async function unfollowed(within: Db, order: Range, { pending }: Followed): Promise<PendingHour[]> {
  const isIn = ({ hour }: PendingHour) => order.from <= hour && hour < order.to;
  return [...pending.filter(isIn), ...(await leftWithin(within, order.systemId, order))];
}

/**
 * Exchanges the hours of a job. What they got since a mark is left to be followed once more, in turns with
 * what comes live; but the last one at once, as it may be the present one, which gets contacts all the time.
 * Every tag is looked at.
 */
export async function exchanged(
  within: Db,
  order: Range,
  followed: Followed,
  { side, mark }: { side: 'found' | 'replaced'; mark: Followed['mark'] },
) {
  const { systemId } = order;
  const exchange = await exchangeHours(within, order, side, await deletedContacts(within, systemId));
  const last = order.to - hourMs;
  await leaveTouched(within, systemId, { from: order.from, to: last }, mark);
  const touched = await touchedWithin(within, systemId, { from: last, to: order.to }, mark);
  const hours = [...exchange.hours, ...touched];
  return { ...exchange, hours, to: order.to, followed: { ...followed, tags: '' } };
}

/** Consoles that show tags or beacons look at them again. */
export function publishDetected(bus: Bus, systemId: string, { tags, beacons }: Passed): void {
  const payload = [...(tags ? (['tags'] as const) : []), ...(beacons ? (['beacons'] as const) : [])];
  if (payload.length > 0) bus.publish({ kind: 'message', mitasId: systemId, message: { type: 'invalidate', payload } });
}

/** What lies aside and is of no more use goes half an hour after each hour, and with each job (DET-19). */
export const reprocessSweep: JobKind<null> = {
  ...hourlySweep(35),
  name: 'reprocess-sweep',
  title: 'Clearing replaced detections away',
};

/** Hours of one receiver together, as far as they have few contacts. */
function stretchesOf(hours: readonly CountedHour[]): ReceiverHours[] {
  const stretches: { rxId: number; hours: number[]; count: number }[] = [];
  for (const { rxId, hour, count } of hours) {
    const last = stretches.at(-1);
    if (last !== undefined && last.rxId === rxId && last.count + count <= contactsAtOnce) {
      last.hours.push(hour);
      last.count += count;
    } else stretches.push({ rxId, hours: [hour], count });
  }
  return stretches;
}

async function restFor(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal });
}
