import { createHash } from 'node:crypto';
import { beeperType, codeOf } from '#model/entities/contact.ts';
import type { DetectionConfig } from '#model/entities/detection-config.ts';
import { touchedSince } from '../../platform/store/contacts/contacts-query.ts';
import { type Database, type Db, inTransaction } from '../../platform/store/database.ts';
import { detectionConfigHistory } from '../../platform/store/detection/detection-configs.ts';
import {
  detectionKey,
  givenParts,
  giveParts,
  type GivenHour,
  type KeptPart,
  partsOfHours,
  replaceDetections,
  settleTags,
} from '../../platform/store/detection/detections.ts';
import {
  type FollowedHour,
  heardAfter,
  type HeardHour,
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
} from '../../platform/store/detection/followed-hours.ts';
import { soughtTransmitters } from '../../platform/store/fleet/sought-transmitters.ts';
import { Detector, type DetectorState } from './detector.ts';
import type { SoughtTransmitter } from './matching.ts';
import { hourMs, type RunHour, sumUp } from './run-hours.ts';

/** So many hours of receivers are followed in one transaction: it holds back who follows other systems. */
const hoursAtOnce = 200;

/** By which settings and list of transmitters an hour is followed. */
type Terms = { version: number; senders: string };
const areSameTerms = (one: Terms, other: Terms): boolean => one.version === other.version && one.senders === other.senders;

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

/** What a pass goes by. */
type Ground = { within: Db; now: number; configs: readonly DetectionConfig[]; present: Senders };
type Senders = { mark: string; list: readonly SoughtTransmitter[]; codes: SoughtCodes };

/** What a pass found: whether tags were heard, and whether more waits. */
export type Passed = { tags: boolean; isMore: boolean };

/**
 * Follows what a system hears, and keeps what is detected (DET-14 to DET-16). What it has in memory only
 * saves time: whichever host makes a pass, and in whatever order contacts come, the tables are the same.
 */
export class SystemFollower {
  readonly #database: Database;
  readonly #systemId: string;
  #pass = -1;
  readonly #heads = new Map<number, Head>();
  readonly #senders = new Map<string, Senders>();

  constructor(database: Database, systemId: string) {
    this.#database = database;
    this.#systemId = systemId;
  }

  /** Follows what was stored since the last pass of any host; null while another host does. */
  async pass(now: number): Promise<Passed | null> {
    const systemId = this.#systemId;
    try {
      return await inTransaction(this.#database, async (within) => {
        const followed = await holdFollowed(within, systemId);
        if (followed === undefined) return null;
        if (followed.pass !== this.#pass) this.#heads.clear();
        const room = hoursAtOnce - followed.pending.length;
        const touched = room > 0 ? await touchedSince(this.#database.pool, systemId, followed.mark, room) : [];
        const ground = await this.#groundOf(within, now);
        const { settings, tags } = await marksOf(within, systemId);
        // What is set otherwise counts for all of the present hour (DET-15).
        const present = settings === followed.settings ? [] : await hoursFrom(within, systemId, now - hourMs + 1);
        const wanted = [...followed.pending, ...touched, ...present];
        if (wanted.length === 0 && tags === followed.tags && settings === followed.settings)
          return { tags: false, isMore: false };

        const { concerned, pending } = await this.#follow(ground, wanted);
        const isMore = pending.length > 0 || (room > 0 && touched.length === room);
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
        return { tags: areOthers, isMore };
      });
    } catch (error) {
      // What it took is in no table.
      this.#heads.clear();
      throw error;
    }
  }

  async #groundOf(within: Db, now: number): Promise<Ground> {
    const list = await soughtTransmitters(within, this.#systemId);
    const mark = createHash('sha256').update(JSON.stringify(list)).digest('base64url');
    const present = this.#senders.get(mark) ?? { mark, list, codes: codesOf(list) };
    if (!this.#senders.has(mark)) await keepSenders(within, this.#systemId, mark, list);
    this.#senders.set(mark, present);
    return { within, now, configs: await detectionConfigHistory(within, this.#systemId), present };
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
   * Follows hours, receiver by receiver in order of time, as many as one transaction may; answers the
   * transmitters of which detections are others now, and which hours are left.
   */
  async #follow(ground: Ground, wanted: readonly PendingHour[]): Promise<{ concerned: number[]; pending: PendingHour[] }> {
    const concerned = new Set<number>();
    const pending: PendingHour[] = [];
    let room = hoursAtOnce;
    for (const [rxId, hours] of Map.groupBy(wanted, (each) => each.rxId)) {
      const left = new Set(hours.map(({ hour }) => hour));
      const others = new Set<number>();
      for (; left.size > 0 && room > 0; room -= 1) {
        const hour = Math.min(...left);
        left.delete(hour);
        const { next, changed } = await this.#followHour(ground, { rxId, hour });
        for (const each of changed) others.add(each);
        if (next !== null) left.add(next);
      }
      for (const hour of left) pending.push({ rxId, hour });
      for (const id of await this.#detect(ground.within, rxId, [...others])) concerned.add(id);
    }
    return { concerned: [...concerned], pending };
  }

  /** Follows an hour; `next` is the one that has to be followed again as it begins with another state. */
  async #followHour(ground: Ground, { rxId, hour }: PendingHour): Promise<{ next: number | null; changed: number[] }> {
    const { within, configs } = ground;
    const systemId = this.#systemId;
    const { before, own, after } = await hoursAround(within, systemId, { rxId, hour });
    const isOver = hour + hourMs <= ground.now;
    const terms = isOver && own !== null ? own : { version: versionAt(configs, hour), senders: ground.present.mark };
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
    const changed = await this.#give(within, rxId, hour, [...ended, ...settled]);
    const isSame = own !== null && own.endState === endState && areSameTerms(own, terms);
    if (!isSame) await keepHour(within, systemId, rxId, { hour, version, senders: terms.senders, endState });
    if (after !== null) return { next: isSame ? null : after.hour, changed };

    const open = keptParts(atEnd.end(), version);
    changed.push(...(await this.#give(within, rxId, null, open, isKnown ? { before: known.open } : {})));
    this.#heads.set(rxId, { ...head, open });
    return { next: null, changed };
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

  async #give(
    within: Db,
    rxId: number,
    hour: GivenHour,
    now: readonly KeptPart[],
    { before }: { before?: readonly KeptPart[] } = {},
  ): Promise<number[]> {
    const systemId = this.#systemId;
    return giveParts(within, systemId, rxId, { hour, before: before ?? (await givenParts(within, systemId, rxId, hour)), now });
  }

  /** Sums up the parts of some hours; answers the transmitters of which there are or were some. */
  async #detect(within: Db, rxId: number, hours: readonly number[]): Promise<number[]> {
    if (hours.length === 0) return [];
    const parts = await partsOfHours(within, this.#systemId, rxId, hours);
    const runs = parts.map(({ version, part }) => ({ version, run: JSON.parse(part) as RunHour }));
    const versions = new Map<string, number>();
    for (const { version, run } of runs)
      versions.set(detectionKey(run), Math.max(version, versions.get(detectionKey(run)) ?? version));
    const detections = sumUp(runs.map(({ run }) => run)).map((detection) => ({
      ...detection,
      version: versions.get(detectionKey(detection)) ?? 0,
    }));
    return replaceDetections(within, this.#systemId, rxId, hours, detections);
  }
}

function taken(head: Head, rxId: number, { contacts, counted, lastTs }: HeardHour): Head {
  for (const contact of contacts) head.detector.take({ rxId, ...contact, code: codeOf(contact) });
  return { ...head, counted, lastTs: lastTs ?? head.lastTs };
}

/** By which codes a contact may be of one of these, and as what beepers are heard, where there are some. */
export function codesOf(transmitters: readonly SoughtTransmitter[]): SoughtCodes {
  const codes = new Set(transmitters.flatMap(({ codeNumber }) => codeNumber ?? []));
  return { codes: [...codes], beeper: transmitters.some(({ codeNumber }) => codeNumber === null) ? beeperType : null };
}

function keptParts(parts: readonly RunHour[], version: number): KeptPart[] {
  return parts.map((part) => ({ hour: part.hour, version, part: JSON.stringify(part) }));
}

/** An hour goes by the settings that are in force at its end (DET-15). */
function versionAt(configs: readonly DetectionConfig[], hour: number): number {
  const inForce = configs.filter(({ effectiveFrom }) => effectiveFrom < hour + hourMs);
  return (inForce.at(-1) ?? configs[0])?.version ?? 1;
}

function parametersOf(configs: readonly DetectionConfig[], version: number): DetectionConfig {
  const found = configs.find((config) => config.version === version);
  if (found === undefined) throw new Error(`There is no version ${version} of the detection settings`);
  return found;
}
