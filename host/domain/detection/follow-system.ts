import { createHash } from 'node:crypto';
import { countsFrom, startOfHour, versionOfHour } from '#model/detection/settings-hours.ts';
import { beeperType, codeOf } from '#model/entities/contact.ts';
import type { DetectionConfig } from '#model/entities/detection-config.ts';
import { touchedSince } from '../../platform/store/contacts/contacts-query.ts';
import { type Database, type Db, inTransaction } from '../../platform/store/database.ts';
import { detectionConfigHistory } from '../../platform/store/detection/detection-configs.ts';
import {
  deletedContacts,
  type DeletedContacts,
  DeletedMeanwhile,
  isDeleted,
  thereSince,
} from '../../platform/store/detection/deleted-contacts.ts';
import {
  detectionKey,
  dropPartsAcross,
  givenParts,
  giveParts,
  type GivenHour,
  type KeptDetection,
  type KeptPart,
  partsOfHours,
  replaceDetections,
  settleTags,
} from '../../platform/store/detection/detections.ts';
import {
  type Followed,
  type FollowedHour,
  heardAfter,
  type HeardHour,
  type HeldFollowed,
  holdFollowed,
  hoursAround,
  hoursFrom,
  keepFollowed,
  keepHour,
  keepSenders,
  marksOf,
  type PendingHour,
  sendersOf,
  type SoughtCodes,
  versionSeen,
  waitForFollowed,
} from '../../platform/store/detection/followed-hours.ts';
import { leaveHours, takeLeft, takeUnsummed } from '../../platform/store/detection/hours-left.ts';
import { reprocessedBy } from '../../platform/store/detection/reprocess-jobs.ts';
import { areBeacons } from '../../platform/store/fleet/beacons.ts';
import { soughtTransmitters } from '../../platform/store/fleet/sought-transmitters.ts';
import { Detector, type DetectorState } from './detector.ts';
import type { SoughtTransmitter } from './matching.ts';
import { hourMs, type RunHour, sumUp } from './run-hours.ts';

/**
 * So many hours of receivers are followed in one transaction, as it holds back who follows other systems: of
 * a `pass`, of which what comes live has half in any case, and of an `exchange`, which comes seldom, beyond
 * the two hours of each receiver that it begins with. As many hours are summed up that were left.
 */
export type Rooms = { pass: number; exchange: number };
const usualRooms: Rooms = { pass: 200, exchange: 1_000 };
/** What comes live waits while so many passes' hours are left. */
const mostPendingPasses = 20;
/** A pass finds contacts deleted while it is at them: it is made once more, so often. */
const mostPasses = 3;

/** By which settings and list of transmitters an hour is followed. */
export type Terms = { version: number; senders: string };
export const areSameTerms = (one: Terms, other: Terms): boolean => one.version === other.version && one.senders === other.senders;

/**
 * The newest hour of a receiver, as far as its contacts were taken: all up to `lastTs` (ms), `counted` in
 * all. `begun` is the state that it began with; `open` are the parts of its open runs.
 */
type Head = Terms & {
  hour: number;
  begun: string;
  detector: Detector;
  lastTs: number;
  counted: number;
  open: readonly KeptPart[];
};

/**
 * What a pass goes by. Hours from `openFrom` (ms) on go by what is set now, whatever they were followed by;
 * `reprocessed` is by what the newest jobs found hours that it has asked for.
 */
type Ground = {
  within: Db;
  openFrom: number;
  configs: readonly DetectionConfig[];
  present: Senders;
  deleted: DeletedContacts;
  by?: Exchanged['by'] | undefined;
  reprocessed: Map<number, Terms | null>;
};
type Senders = { mark: string; list: readonly SoughtTransmitter[]; codes: SoughtCodes };

/**
 * What a pass found: whether tags were heard, whether what beacons were detected at is otherwise, and whether
 * more waits.
 */
export type Passed = { tags: boolean; beacons: boolean; isMore: boolean };

/**
 * What others were put in place for: all hours before `to` (ms), how far they are followed, hours that are to
 * be followed first, and hours of which parts are others now; `by` which terms hours of which time
 * (from ≤ hour < to, ms) go that come late.
 */
export type Exchanged = {
  to: number;
  followed: Followed;
  hours: readonly PendingHour[];
  affected: readonly PendingHour[];
  by?: Terms & { from: number; to: number };
};

/**
 * How what is kept is exchanged: `before` anything is held, and `end` when all is followed that the
 * transaction has room for.
 */
export type Exchanging = {
  before?: (within: Db) => Promise<void>;
  begin: (within: Db, followed: Followed) => Promise<Exchanged>;
  end: (within: Db) => Promise<void>;
};

/**
 * Follows what a system hears, and keeps what is detected (DET-14 to DET-16). What it has in memory only
 * saves time: whichever host makes a pass, and in whatever order contacts come, the tables are the same.
 */
export class SystemFollower {
  readonly #database: Database;
  readonly #systemId: string;
  readonly #rooms: Rooms;
  #pass = -1;
  readonly #heads = new Map<number, Head>();
  readonly #senders = new Map<string, Senders>();

  constructor(database: Database, systemId: string, rooms = usualRooms) {
    this.#database = database;
    this.#systemId = systemId;
    this.#rooms = rooms;
  }

  /** Follows what was stored since the last pass of any host; null while another host does. */
  pass(now: number): Promise<Passed | null> {
    return this.#inTransaction(async (within) => {
      const followed = await holdFollowed(within, this.#systemId);
      return followed === undefined ? null : this.#catchUp(within, now, followed);
    });
  }

  /**
   * Has others put in place of what is kept, and follows what that changes, all in one transaction (DET-18):
   * nobody sees one without the other. Waits for a host that follows the system.
   */
  exchange(now: number, { before, begin, end }: Exchanging): Promise<Passed> {
    return this.#inTransaction(async (within) => {
      await before?.(within);
      const held = await waitForFollowed(within, this.#systemId);
      const exchanged = await begin(within, held);
      const passed = await this.#catchUp(within, now, { ...held, ...exchanged.followed }, exchanged);
      await end(within);
      return passed;
    });
  }

  async #inTransaction<T>(work: (within: Db) => Promise<T>): Promise<T> {
    for (let left = mostPasses - 1; ; left -= 1) {
      try {
        return await inTransaction(this.#database, work);
      } catch (error) {
        // What it took is in no table.
        this.#heads.clear();
        if (!(error instanceof DeletedMeanwhile) || left === 0) throw error;
      }
    }
  }

  async #catchUp(within: Db, now: number, followed: HeldFollowed, exchanged?: Exchanged): Promise<Passed> {
    const systemId = this.#systemId;
    if (followed.pass !== this.#pass) this.#heads.clear();
    const mayBeLeft = followed.isLeft || exchanged !== undefined;
    const isBusy = followed.pending.length > 0 || mayBeLeft;
    const half = Math.ceil(this.#rooms.pass / 2);
    const isFull = followed.pending.length > mostPendingPasses * this.#rooms.pass;
    const room = isFull ? 0 : isBusy ? half : this.#rooms.pass;
    const touched = room > 0 ? await touchedSince(this.#database.pool, systemId, followed.mark, room) : [];
    const { settings, tags } = await marksOf(within, systemId);
    const areOtherSettings = settings !== followed.settings;
    const areSet = tags !== followed.tags || areOtherSettings;
    if (!isBusy && touched.length === 0 && !areSet) return { tags: false, beacons: false, isMore: false };
    const left = mayBeLeft ? await takeLeft(within, systemId, half - followed.pending.length) : [];

    const ground = { ...(await this.#groundOf(within, now, versionSeen(followed))), by: exchanged?.by };
    const isOpenExchanged = exchanged !== undefined && exchanged.to > ground.openFrom;
    const open = areOtherSettings || isOpenExchanged ? await hoursFrom(within, systemId, ground.openFrom) : [];
    const live = [...touched, ...open];
    const wanted = {
      first: [...(exchanged?.hours ?? []), ...live.slice(0, this.#rooms.pass)],
      later: [...live.slice(this.#rooms.pass), ...followed.pending, ...left],
      affected: exchanged?.affected ?? [],
      room: exchanged === undefined ? this.#rooms.pass - Math.min(live.length, this.#rooms.pass) : this.#rooms.exchange,
    };
    const { concerned, pending, isUnsummed } = await this.#follow(ground, wanted, mayBeLeft);
    const isMore = pending.length > 0 || isUnsummed || isFull || touched.length === room || left.length > 0;
    const areOthers = await settleTags(within, systemId, tags === followed.tags ? concerned : null, !isMore);
    this.#pass = followed.pass + 1;
    await keepFollowed(within, systemId, {
      pass: this.#pass,
      mark: touched.at(-1) ?? followed.mark,
      pending,
      settings,
      // Once all is followed, every tag is looked at once more.
      tags: isMore && tags !== followed.tags ? followed.tags : tags,
    });
    // Of what was exchanged any may be of beacons.
    const beacons = exchanged !== undefined || (await areBeacons(within, systemId, concerned));
    return { tags: areOthers, beacons, isMore };
  }

  /** `seen` is the newest version of the settings that passes knew so far. */
  async #groundOf(within: Db, now: number, seen: number): Promise<Ground> {
    const list = await soughtTransmitters(within, this.#systemId);
    const mark = sendersMark(list);
    const present = this.#senders.get(mark) ?? { mark, list, codes: codesOf(list) };
    if (!this.#senders.has(mark)) await keepSenders(within, this.#systemId, mark, list);
    this.#senders.set(mark, present);
    const deleted = await deletedContacts(within, this.#systemId);
    const configs = await detectionConfigHistory(within, this.#systemId);
    // Contacts may come some minutes early. An hour that they began, before a save that counts in it, may be
    // over by now if no host was up.
    const unseen = configs.filter(({ version }) => version > seen);
    const openFrom = Math.min(startOfHour(now), ...unseen.map(countsFrom));
    return { within, openFrom, configs, present, deleted, reprocessed: new Map() };
  }

  async #sendersBy({ within, present }: Ground, mark: string): Promise<Senders> {
    const known = mark === present.mark ? present : this.#senders.get(mark);
    if (known !== undefined) return known;
    const list = await sendersOf(within, this.#systemId, mark);
    const found = { mark, list, codes: codesOf(list) };
    this.#senders.set(mark, found);
    return found;
  }

  /**
   * Follows hours, receiver by receiver in order of time: all that come `first`, each once, and `later` as
   * many others as there is room for, with those that begin with another state by then. Hours before one
   * that is left keep the detections that they had until that is followed: parts of their runs are of both
   * states. Answers the transmitters of which detections are others now, and which hours are left.
   */
  async #follow(
    ground: Ground,
    wanted: Record<'first' | 'later' | 'affected', readonly PendingHour[]> & { room: number },
    mayBeLeft: boolean,
  ): Promise<{ concerned: number[]; pending: PendingHour[]; isUnsummed: boolean }> {
    const { within, deleted } = ground;
    const left = hoursByReceiver(wanted.later.filter(({ hour }) => !isDeleted(deleted, hour)));
    const changed = hoursByReceiver(wanted.affected);
    const follow = async (rxId: number, hour: number): Promise<void> => {
      const leftOf = hoursOf(left, rxId);
      leftOf.delete(hour);
      const { next, changed: others } = await this.#followHour(ground, { rxId, hour });
      if (next !== null) leftOf.add(next);
      for (const other of others) hoursOf(changed, rxId).add(other);
    };

    const first = wanted.first.filter(({ hour }) => !isDeleted(deleted, hour));
    for (const [rxId, hours] of hoursByReceiver(first))
      for (const hour of [...hours].toSorted((one, other) => one - other)) await follow(rxId, hour);
    let { room } = wanted;
    const unserved: number[] = [];
    for (const [rxId, hours] of left) {
      if (room === 0) unserved.push(rxId);
      for (; hours.size > 0 && room > 0; room -= 1) await follow(rxId, Math.min(...hours));
    }

    // Those that had no room are the first ones of the next pass.
    const order = [...new Set([...unserved, ...left.keys()])];
    const pending = order.flatMap((rxId) => [...hoursOf(left, rxId)].map((hour) => ({ rxId, hour })));
    const summed = await this.#sumUp(within, deleted, { left, changed, mayBeLeft });
    return { pending, ...summed };
  }

  /** Sums up hours whose parts are others now, but for those that have to wait; and some that had to. */
  async #sumUp(
    within: Db,
    deleted: DeletedContacts,
    { left, changed, mayBeLeft }: { left: HoursByReceiver; changed: HoursByReceiver; mayBeLeft: boolean },
  ): Promise<{ concerned: number[]; isUnsummed: boolean }> {
    const systemId = this.#systemId;
    const most = this.#rooms.pass;
    const but = [...left].flatMap(([rxId, hours]) => (hours.size > 0 ? [rxId] : []));
    const waited = mayBeLeft ? await takeUnsummed(within, systemId, { but, most }) : [];
    for (const { rxId, hour } of waited) hoursOf(changed, rxId).add(hour);
    const unsummed: PendingHour[] = [];
    const concerned = new Set<number>();
    for (const [rxId, hours] of changed) {
      const its = hoursOf(left, rxId);
      const until = its.size > 0 ? Math.min(...its) : -Infinity;
      const there = [...hours].filter((hour) => !isDeleted(deleted, hour));
      for (const hour of there) if (hour < until) unsummed.push({ rxId, hour });
      const due = there.filter((hour) => hour >= until);
      for (const id of await this.#detect(within, rxId, due)) concerned.add(id);
    }
    await leaveHours(within, systemId, 'sum', unsummed);
    return { concerned: [...concerned], isUnsummed: waited.length === most };
  }

  /** Follows an hour; `next` is the one that has to be followed again as it begins with another state. */
  async #followHour(ground: Ground, { rxId, hour }: PendingHour): Promise<{ next: number | null; changed: number[] }> {
    const { within, configs, deleted } = ground;
    const systemId = this.#systemId;
    const around = await hoursAround(within, systemId, { rxId, hour });
    const { own, after } = around;
    // Runs end where contacts are deleted: what was detected there stays.
    const stretch = { from: thereSince(deleted, hour), to: hour };
    const before = around.before !== null && around.before.hour >= stretch.from ? around.before : null;
    const isLast = after === null || thereSince(deleted, after.hour) > hour;
    const isOpen = hour >= ground.openFrom;
    const by = isOpen || own === null ? await this.#reprocessedBy(ground, hour) : null;
    const present = { version: by?.version ?? versionOfHour(configs, hour), senders: ground.present.mark };
    const terms = isOpen ? present : (own ?? by ?? present);
    const senders = await this.#sendersBy(ground, terms.senders);
    const parameters = parametersOf(configs, terms.version);

    // Runs are judged by the terms by which they began: other ones begin with none.
    const isGoingOn = before !== null && areSameTerms(before, terms);
    const ended = before === null || isGoingOn ? [] : await this.#endedBy(ground, before);
    const begun = isGoingOn ? before.endState : '';

    const known = this.#heads.get(rxId);
    const isKnown = after === null && known?.hour === hour && known.begun === begun && areSameTerms(known, terms);
    const { version } = terms;
    const head =
      (isKnown ? await this.#goOn(within, rxId, known, senders.codes) : null) ??
      (await this.#begin(within, rxId, senders.codes, {
        hour,
        version,
        senders: terms.senders,
        begun,
        detector: new Detector(senders.list, parameters, begun === '' ? undefined : (JSON.parse(begun) as DetectorState)),
      }));

    const atEnd = new Detector(senders.list, parameters, head.detector.state);
    const settled = keptParts(atEnd.settle(hour + hourMs), version);
    const endState = JSON.stringify(atEnd.state);
    const changed = await this.#give(within, rxId, hour, [...ended, ...settled], stretch);
    const isSame = own !== null && own.endState === endState && areSameTerms(own, terms);
    if (!isSame) await keepHour(within, systemId, rxId, { hour, version, senders: terms.senders, endState });
    if (!isLast) return { next: isSame ? null : after.hour, changed };
    // Of runs across deleted contacts is known what was found while they were there.
    if (after !== null && isSame) return { next: null, changed };

    const open = keptParts(atEnd.end(), version);
    if (after !== null) changed.push(...(await dropPartsAcross(within, systemId, rxId, stretch)));
    changed.push(...(await this.#give(within, rxId, null, open, { ...stretch, ...(isKnown ? { before: known.open } : {}) })));
    if (after === null) this.#heads.set(rxId, { ...head, open });
    return { next: null, changed };
  }

  /** By what an hour was reprocessed, also where nothing of it was heard by then; null where it was not. */
  async #reprocessedBy({ within, by, reprocessed }: Ground, hour: number): Promise<Terms | null> {
    if (by !== undefined && by.from <= hour && hour < by.to) return by;
    const known = reprocessed.get(hour);
    if (known !== undefined) return known;
    const found = await reprocessedBy(within, this.#systemId, hour);
    reprocessed.set(hour, found);
    return found;
  }

  /** The parts of runs that were open at the end of an hour, ended there. */
  async #endedBy(ground: Ground, { version, senders, endState }: FollowedHour): Promise<KeptPart[]> {
    const { list } = await this.#sendersBy(ground, senders);
    const detector = new Detector(list, parametersOf(ground.configs, version), JSON.parse(endState) as DetectorState);
    return keptParts(detector.end(), version);
  }

  /** Takes what the newest hour got since; null where something of it came late. */
  async #goOn(within: Db, rxId: number, head: Head, codes: SoughtCodes): Promise<Head | null> {
    const heard = await heardAfter(within, this.#systemId, { rxId, hour: head.hour, after: head.lastTs, ...codes });
    if (heard.counted !== head.counted + heard.since) return null;
    return taken(head, rxId, heard);
  }

  async #begin(within: Db, rxId: number, codes: SoughtCodes, begun: Omit<Head, 'lastTs' | 'counted' | 'open'>): Promise<Head> {
    // The first ms of the hour is its own.
    const after = begun.hour - 1;
    const heard = await heardAfter(within, this.#systemId, { rxId, hour: begun.hour, after, ...codes });
    return taken({ ...begun, lastTs: after, counted: 0, open: [] }, rxId, heard);
  }

  /** Only of a stretch of hours (from ≤ hour ≤ to, ms): what was detected before and after it stays. */
  async #give(
    within: Db,
    rxId: number,
    hour: GivenHour,
    made: readonly KeptPart[],
    { from, to, before }: { from: number; to: number; before?: readonly KeptPart[] },
  ): Promise<number[]> {
    const systemId = this.#systemId;
    const its = (parts: readonly KeptPart[]) => parts.filter((part) => from <= part.hour && part.hour <= to);
    const old = before ?? (await givenParts(within, systemId, rxId, hour));
    return giveParts(within, systemId, rxId, { hour, before: its(old), now: its(made) });
  }

  /** Sums up the parts of some hours; answers the transmitters of which there are or were some. */
  async #detect(within: Db, rxId: number, hours: readonly number[]): Promise<number[]> {
    if (hours.length === 0) return [];
    const detections = detectionsIn(await partsOfHours(within, this.#systemId, rxId, hours));
    return replaceDetections(within, this.#systemId, rxId, hours, detections);
  }
}

type HoursByReceiver = Map<number, Set<number>>;

function hoursByReceiver(hours: readonly PendingHour[]): HoursByReceiver {
  const found: HoursByReceiver = new Map();
  for (const { rxId, hour } of hours) hoursOf(found, rxId).add(hour);
  return found;
}

/** The hours of a receiver, which may be added to. */
function hoursOf(all: HoursByReceiver, rxId: number): Set<number> {
  const its = all.get(rxId) ?? new Set<number>();
  all.set(rxId, its);
  return its;
}

/** The detections that all parts of some hours sum up to. */
export function detectionsIn(parts: readonly KeptPart[]): KeptDetection[] {
  const runs = parts.map(({ version, part }) => ({ version, run: JSON.parse(part) as RunHour }));
  const versions = new Map<string, number>();
  for (const { version, run } of runs)
    versions.set(detectionKey(run), Math.max(version, versions.get(detectionKey(run)) ?? version));
  return sumUp(runs.map(({ run }) => run)).map((detection) => ({
    ...detection,
    version: versions.get(detectionKey(detection)) ?? 0,
  }));
}

function taken(head: Head, rxId: number, { contacts, counted, lastTs }: HeardHour): Head {
  for (const contact of contacts) head.detector.take({ rxId, ...contact, code: codeOf(contact) });
  return { ...head, counted, lastTs: lastTs ?? head.lastTs };
}

/** Tells a list of transmitters from others. */
export function sendersMark(list: readonly SoughtTransmitter[]): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('base64url');
}

/** By which codes a contact may be of one of these, and as what beepers are heard, where there are some. */
export function codesOf(transmitters: readonly SoughtTransmitter[]): SoughtCodes {
  const codes = new Set(transmitters.flatMap(({ codeNumber }) => codeNumber ?? []));
  return { codes: [...codes], beeper: transmitters.some(({ codeNumber }) => codeNumber === null) ? beeperType : null };
}

/** Parts as they are kept. */
export function keptParts(parts: readonly RunHour[], version: number): KeptPart[] {
  return parts.map((part) => ({ hour: part.hour, version, part: JSON.stringify(part) }));
}

/** The parameters of a version. @throws Error where there is none. */
export function parametersOf(configs: readonly DetectionConfig[], version: number): DetectionConfig {
  const found = configs.find((config) => config.version === version);
  if (found === undefined) throw new Error(`There is no version ${version} of the detection settings`);
  return found;
}
