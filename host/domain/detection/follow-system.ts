import { countsFrom, startOfHour, versionOfHour } from '#model/detection/settings-hours.ts';
import { touchedSince } from '../../platform/store/contacts/contacts-query.ts';
import { type Database, type Db, inTransaction } from '../../platform/store/database.ts';
import { deferHours, takeDeferred } from '../../platform/store/detection/deferred-hours.ts';
import { detectionConfigHistory } from '../../platform/store/detection/detection-configs.ts';
import {
  deletedContacts,
  type DeletedContacts,
  DeletedWhileFollowing,
  isDeleted,
  undeletedSince,
} from '../../platform/store/detection/deleted-contacts.ts';
import {
  dropPartsAcross,
  partsOfHours,
  partsSettledAt,
  replaceDetections,
  replaceParts,
  type SettledAt,
  settleTags,
  type RunPart,
} from '../../platform/store/detection/detections.ts';
import {
  type FollowedHour,
  type FollowProgress,
  heardAfter,
  type HeldProgress,
  holdProgress,
  hoursAround,
  hoursFrom,
  type InForce,
  marksOf,
  type ReceiverHour,
  storeHour,
  storeProgress,
  versionSeen,
  waitForProgress,
} from '../../platform/store/detection/followed-hours.ts';
import type { Hours } from '../../platform/store/detection/reprocess-hours.ts';
import { reprocessedBy } from '../../platform/store/detection/reprocess-jobs.ts';
import { settleVisits } from '../../platform/store/detection/visits.ts';
import { areBeacons } from '../../platform/store/fleet/beacons.ts';
import type { Detector } from './detector.ts';
import {
  areSameInForce,
  continuedState,
  currentMark,
  detectionsIn,
  detectorFrom,
  endHour,
  endRuns,
  type KnownValues,
  takeContacts,
  valuesInForce,
} from './receiver-pass.ts';

/**
 * The most hours of receivers that one transaction follows, so that other systems do not wait long. Half of a
 * `pass` is reserved for live contacts. An `exchange` is rare; it follows this many hours beyond the two with
 * which it begins for each receiver. A pass sums up at most as many deferred hours as it follows.
 */
export type HourLimits = { pass: number; exchange: number };
const usualLimits: HourLimits = { pass: 200, exchange: 1_000 };
/** How many tags and moved receivers a pass takes from those whose visits wait. */
const visitsAtOnce = 100;
/** New live contacts are not read while more hours are pending than this many passes can follow. */
const maxPendingPasses = 20;
/** A pass is repeated up to this number of tries if contacts are deleted while it runs. */
const maxTries = 3;

/**
 * The newest hour of a receiver, and its detector after all contacts up to `lastTs` (ms), `counted` in
 * number. `beginState` is the state in which the hour began; `openParts` are the parts of its open runs.
 */
type LatestHour = InForce & {
  hour: number;
  beginState: string;
  detector: Detector;
  lastTs: number;
  counted: number;
  openParts: readonly RunPart[];
};

/**
 * The context of a pass. Hours from `openFrom` (ms) on use the current settings and transmitters, even if
 * they used others before. `reprocessed` remembers what the newest jobs put in force for the hours looked up
 * so far.
 */
type PassContext = KnownValues & {
  within: Db;
  openFrom: number;
  currentMark: string;
  deleted: DeletedContacts;
  exchanged?: (InForce & Hours) | undefined;
  reprocessed: Map<number, InForce | null>;
};

/**
 * What a pass changed: `tags`, the last contacts of tags; `beacons`, the detections of beacons. `isMore` is
 * true if more hours wait.
 */
export type PassResult = { tags: boolean; beacons: boolean; isMore: boolean };

/**
 * What an exchange of hours before `to` (ms) leaves to follow: the progress to continue from, the hours to
 * follow first, and the hours whose parts changed. `inForce` applies to hours of the job that have no
 * contacts yet.
 */
export type HourExchange = {
  to: number;
  progress: FollowProgress;
  hours: readonly ReceiverHour[];
  affected: readonly ReceiverHour[];
  inForce?: InForce & Hours;
};

/** The steps of an exchange: `before` the lock, `begin` under it, and `end` once the hours are followed. */
export type ExchangeSteps = {
  before?: (within: Db) => Promise<void>;
  begin: (within: Db, progress: FollowProgress) => Promise<HourExchange>;
  end: (within: Db) => Promise<void>;
};

type HoursToFollow = Record<'first' | 'later' | 'affected', readonly ReceiverHour[]> & { room: number };
type FollowedHours = { changed: Map<number, Set<number>>; pending: ReceiverHour[]; isUnsummed: boolean };

/**
 * Follows what a system hears, and stores what is detected (DET-14 to DET-16). Its memory only saves time:
 * the tables are the same whichever host makes a pass, and in whatever order contacts arrive.
 */
export class SystemFollower {
  readonly #database: Database;
  readonly #systemId: string;
  readonly #limits: HourLimits;
  #pass = -1;
  readonly #latest = new Map<number, LatestHour>();
  readonly #lists: KnownValues['lists'] = new Map();

  constructor(database: Database, systemId: string, limits = usualLimits) {
    this.#database = database;
    this.#systemId = systemId;
    this.#limits = limits;
  }

  /**
   * Follows what was stored since the last pass of any host. Returns null if another host is following the
   * system.
   */
  pass(now: number): Promise<PassResult | null> {
    return this.#inTransaction(async (within) => {
      const progress = await holdProgress(within, this.#systemId);
      return progress === undefined ? null : this.#follow(within, now, progress);
    });
  }

  /**
   * Exchanges stored results and follows what that changes, in one transaction (DET-18): readers see both or
   * neither. Waits for a host that follows the system.
   */
  exchange(now: number, { before, begin, end }: ExchangeSteps): Promise<PassResult> {
    return this.#inTransaction(async (within) => {
      await before?.(within);
      const held = await waitForProgress(within, this.#systemId);
      const exchange = await begin(within, held);
      const result = await this.#follow(within, now, { ...held, ...exchange.progress }, exchange);
      await end(within);
      return result;
    });
  }

  async #inTransaction<T>(work: (within: Db) => Promise<T>): Promise<T> {
    for (let left = maxTries - 1; ; left -= 1) {
      try {
        return await inTransaction(this.#database, work);
      } catch (error) {
        // The transaction was rolled back, so the tables do not contain what this pass remembers.
        this.#latest.clear();
        this.#lists.clear();
        if (!(error instanceof DeletedWhileFollowing) || left === 0) throw error;
      }
    }
  }

  async #follow(within: Db, now: number, progress: HeldProgress, exchange?: HourExchange): Promise<PassResult> {
    const systemId = this.#systemId;
    const limit = this.#limits.pass;
    if (progress.pass !== this.#pass) this.#latest.clear();
    const mayHaveDeferred = progress.hasDeferred || exchange !== undefined;
    const isBusy = progress.pending.length > 0 || mayHaveDeferred;
    const half = Math.ceil(limit / 2);
    const isFull = progress.pending.length > maxPendingPasses * limit;
    const room = isFull ? 0 : isBusy ? half : limit;
    const touched = room > 0 ? await touchedSince(this.#database.pool, systemId, progress.mark, room) : [];
    const { settings, tags } = await marksOf(within, systemId);
    const areSettingsNew = settings !== progress.settings;
    const areTagsNew = tags !== progress.tags;
    if (!isBusy && touched.length === 0 && !areTagsNew && !areSettingsNew && !progress.hasVisitsDue)
      return { tags: false, beacons: false, isMore: false };
    const deferred = mayHaveDeferred
      ? await takeDeferred(within, systemId, 'follow', { limit: half - progress.pending.length })
      : [];

    const context = { ...(await this.#contextOf(within, now, versionSeen(progress))), exchanged: exchange?.inForce };
    const isOpenExchanged = exchange !== undefined && exchange.to > context.openFrom;
    const open = areSettingsNew || isOpenExchanged ? await hoursFrom(within, systemId, context.openFrom) : [];
    const live = [...touched, ...open];
    const { changed, pending, isUnsummed } = await this.#followHours(context, mayHaveDeferred, {
      first: [...(exchange?.hours ?? []), ...live.slice(0, limit)],
      later: [...live.slice(limit), ...progress.pending, ...deferred],
      affected: exchange?.affected ?? [],
      room: exchange === undefined ? limit - Math.min(live.length, limit) : this.#limits.exchange,
    });
    // An exchange settles all visits, so that they match the detections that readers see.
    const visits = await settleVisits(within, systemId, changed, exchange === undefined ? visitsAtOnce : null);
    const isMore = pending.length > 0 || isUnsummed || isFull || touched.length === room || deferred.length > 0 || visits.isMore;
    const areTagsChanged = await settleTags(within, systemId, areTagsNew ? null : visits.tagIds, !isMore);
    this.#pass = progress.pass + 1;
    await storeProgress(within, systemId, {
      pass: this.#pass,
      mark: touched.at(-1) ?? progress.mark,
      pending,
      settings,
      // While hours remain, keep the old mark, so that the pass that follows the last hours settles all tags
      // once more.
      tags: isMore ? progress.tags : tags,
    });
    // An exchange may change detections of any beacon.
    const beacons = exchange !== undefined || (await areBeacons(within, systemId, [...changed.keys()]));
    return { tags: areTagsChanged, beacons, isMore };
  }

  /** Reads the context of a pass; `seen` is the newest version of the settings that earlier passes knew. */
  async #contextOf(within: Db, now: number, seen: number): Promise<PassContext> {
    const lists = this.#lists;
    const mark = await currentMark(within, this.#systemId, lists);
    const deleted = await deletedContacts(within, this.#systemId);
    const configs = await detectionConfigHistory(within, this.#systemId);
    // A version applies from the first hour that begins after it was saved. That hour may already have been
    // followed with older settings, because contacts may be dated some minutes ahead, so it is followed
    // again. If no host was running, it may even be over.
    const unseen = configs.filter(({ version }) => version > seen);
    const openFrom = Math.min(startOfHour(now), ...unseen.map(countsFrom));
    return { within, openFrom, configs, lists, currentMark: mark, deleted, reprocessed: new Map() };
  }

  /**
   * Follows hours by receiver, in order of time: each of the `first` once, and as many of the `later` ones,
   * and of those whose begin state changes, as there is room for. Hours before a pending hour keep their
   * detections until that hour is followed, because parts of their runs come from two different states.
   * Returns the hours whose detections changed, by transmitter, and the hours that are pending.
   */
  async #followHours(context: PassContext, mayHaveDeferred: boolean, work: HoursToFollow): Promise<FollowedHours> {
    const isThere = ({ hour }: ReceiverHour) => !isDeleted(context.deleted, hour);
    const waiting = hoursByReceiver(work.later.filter(isThere));
    const changed = hoursByReceiver(work.affected);
    const follow = async (rxId: number, hour: number): Promise<void> => {
      const itsWaiting = hoursOf(waiting, rxId);
      itsWaiting.delete(hour);
      const { next, changed: itsChanged } = await this.#followHour(context, { rxId, hour });
      if (next !== null) itsWaiting.add(next);
      for (const each of itsChanged) hoursOf(changed, rxId).add(each);
    };

    for (const [rxId, hours] of hoursByReceiver(work.first.filter(isThere)))
      for (const hour of [...hours].toSorted((one, other) => one - other)) await follow(rxId, hour);
    let { room } = work;
    const unserved: number[] = [];
    for (const [rxId, hours] of waiting) {
      if (room === 0) unserved.push(rxId);
      for (; hours.size > 0 && room > 0; room -= 1) await follow(rxId, Math.min(...hours));
    }

    // The next pass begins with the receivers that had no room.
    const order = [...new Set([...unserved, ...waiting.keys()])];
    const pending = order.flatMap((rxId) => [...hoursOf(waiting, rxId)].map((hour) => ({ rxId, hour })));
    return { pending, ...(await this.#sumUp(context, { waiting, changed, mayHaveDeferred })) };
  }

  /** Sums up the hours whose parts changed, and some deferred ones. Defers hours before a waiting hour. */
  async #sumUp(
    { within, deleted }: PassContext,
    { waiting, changed, mayHaveDeferred }: Record<'waiting' | 'changed', HoursByReceiver> & { mayHaveDeferred: boolean },
  ): Promise<Omit<FollowedHours, 'pending'>> {
    const systemId = this.#systemId;
    const limit = this.#limits.pass;
    const except = [...waiting].flatMap(([rxId, hours]) => (hours.size > 0 ? [rxId] : []));
    const deferred = mayHaveDeferred ? await takeDeferred(within, systemId, 'sum', { except, limit }) : [];
    for (const { rxId, hour } of deferred) hoursOf(changed, rxId).add(hour);
    const unsummed: ReceiverHour[] = [];
    const changedHours = new Map<number, Set<number>>();
    for (const [rxId, hours] of changed) {
      const itsWaiting = hoursOf(waiting, rxId);
      const until = itsWaiting.size > 0 ? Math.min(...itsWaiting) : -Infinity;
      const there = [...hours].filter((hour) => !isDeleted(deleted, hour));
      for (const hour of there) if (hour < until) unsummed.push({ rxId, hour });
      const due = there.filter((hour) => hour >= until);
      if (due.length === 0) continue;
      const detections = detectionsIn(await partsOfHours(within, { systemId }, rxId, due));
      for (const { transmitterId, hour } of await replaceDetections(within, systemId, rxId, due, detections))
        hoursOf(changedHours, transmitterId).add(hour);
    }
    await deferHours(within, systemId, 'sum', unsummed);
    return { changed: changedHours, isUnsummed: deferred.length === limit };
  }

  /**
   * Follows an hour. Returns the hours whose parts changed, and in `next` the later hour to follow again
   * because it now begins with another state, or null.
   */
  async #followHour(context: PassContext, { rxId, hour }: ReceiverHour): Promise<{ next: number | null; changed: number[] }> {
    const { within, deleted } = context;
    const systemId = this.#systemId;
    const { before, own, after } = await hoursAround(within, systemId, { rxId, hour });
    // Runs end at deleted contacts, whose detections stay.
    const range = { from: undeletedSince(deleted, hour), to: hour };
    const isLast = after === null || undeletedSince(deleted, after.hour) > hour;
    const inForce = await this.#inForceIn(context, hour, own);
    const values = await valuesInForce(within, systemId, inForce, context);

    // A run keeps the settings and transmitters it started with. When these change, open runs end.
    const beginState = continuedState(before, range.from, inForce);
    const isCut = beginState === '' && before !== null && before.hour >= range.from;
    const ended = isCut ? await this.#endedAfter(context, before) : [];

    const stored = this.#latest.get(rxId);
    const isKnown = stored?.hour === hour && stored.beginState === beginState && areSameInForce(stored, inForce);
    const known = after === null && isKnown ? stored : null;
    const read = ({ lastTs }: LatestHour) =>
      heardAfter(within, systemId, { rxId, hour, after: lastTs, ...values.transmitters.codes });
    const { version, listMark } = values;
    const begun = (): LatestHour => ({
      version,
      listMark,
      hour,
      beginState,
      detector: detectorFrom(beginState, values),
      // Contacts after `lastTs` are read, and the first ms belongs to the hour.
      lastTs: hour - 1,
      counted: 0,
      openParts: [],
    });
    let latest = known ?? begun();
    let heard = await read(latest);
    if (known !== null && heard.counted !== known.counted + heard.since) {
      // The count of earlier contacts has changed because some arrived late: read the hour from its
      // beginning.
      latest = begun();
      heard = await read(latest);
    }
    takeContacts(latest.detector, rxId, heard.contacts);

    const atEnd = latest.detector.copy();
    const { parts, endState } = endHour(atEnd, hour, version);
    const changed = await this.#replaceParts(within, rxId, hour, { range, now: [...ended, ...parts] });
    const isSame = own !== null && own.endState === endState && areSameInForce(own, inForce);
    if (!isSame) await storeHour(within, systemId, rxId, { hour, version, listMark, endState });
    if (!isLast) return { next: isSame ? null : after.hour, changed };
    // Runs across deleted contacts keep what was found before the deletion.
    if (after !== null && isSame) return { next: null, changed };

    const openParts = endRuns(atEnd, version);
    if (after !== null) changed.push(...(await dropPartsAcross(within, systemId, rxId, range)));
    changed.push(...(await this.#replaceParts(within, rxId, null, { range, before: known?.openParts, now: openParts })));
    const { counted, lastTs } = heard;
    if (after === null) this.#latest.set(rxId, { ...latest, counted, lastTs: lastTs ?? latest.lastTs, openParts });
    return { next: null, changed };
  }

  /**
   * Returns the settings and transmitters in force in an hour; `own` are those with which it was last
   * followed, null if it was not.
   */
  async #inForceIn(context: PassContext, hour: number, own: InForce | null): Promise<InForce> {
    const isOpen = hour >= context.openFrom;
    if (!isOpen && own !== null) return own;
    const job = await this.#reprocessedBy(context, hour);
    if (!isOpen && job !== null) return job;
    return { version: job?.version ?? versionOfHour(context.configs, hour), listMark: context.currentMark };
  }

  /**
   * Returns the settings and transmitters that a job put in force for an hour, even for one without contacts
   * so far; null if no job did.
   */
  async #reprocessedBy({ within, exchanged, reprocessed }: PassContext, hour: number): Promise<InForce | null> {
    if (exchanged !== undefined && exchanged.from <= hour && hour < exchanged.to) return exchanged;
    const known = reprocessed.get(hour);
    if (known !== undefined) return known;
    const found = await reprocessedBy(within, this.#systemId, hour);
    reprocessed.set(hour, found);
    return found;
  }

  /** Returns the parts of the runs that were open at the end of an hour, as if they ended there. */
  async #endedAfter(context: PassContext, before: FollowedHour): Promise<RunPart[]> {
    const values = await valuesInForce(context.within, this.#systemId, before, context);
    return endRuns(detectorFrom(before.endState, values), before.version);
  }

  /** Replaces parts in a range of hours (from ≤ hour ≤ to, ms); those before and after it stay. */
  async #replaceParts(
    within: Db,
    rxId: number,
    hour: SettledAt,
    { range: { from, to }, before, now }: { range: Hours; before?: readonly RunPart[] | undefined; now: readonly RunPart[] },
  ): Promise<number[]> {
    const systemId = this.#systemId;
    const inRange = (parts: readonly RunPart[]) => parts.filter((part) => from <= part.hour && part.hour <= to);
    const old = before ?? (await partsSettledAt(within, systemId, rxId, hour));
    return replaceParts(within, systemId, rxId, { hour, before: inRange(old), now: inRange(now) });
  }
}

type HoursByReceiver = Map<number, Set<number>>;

function hoursByReceiver(hours: readonly ReceiverHour[]): HoursByReceiver {
  const found: HoursByReceiver = new Map();
  for (const { rxId, hour } of hours) hoursOf(found, rxId).add(hour);
  return found;
}

/** Returns the hours of a receiver as a set to add to. */
function hoursOf(all: HoursByReceiver, rxId: number): Set<number> {
  const its = all.get(rxId) ?? new Set<number>();
  all.set(rxId, its);
  return its;
}
