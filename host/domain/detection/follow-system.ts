import { beeperType } from '#model/entities/contact.ts';
import type { DetectionConfig } from '#model/entities/detection-config.ts';
import { touchedSince } from '../../platform/store/contacts/contacts-query.ts';
import { type Database, type Db, inTransaction } from '../../platform/store/database.ts';
import { detectionConfigHistory } from '../../platform/store/detection/detection-configs.ts';
import {
  forgetParts,
  givenParts,
  giveParts,
  type GivenHour,
  type KeptPart,
  partsOfHours,
  replaceDetections,
  settleTags,
} from '../../platform/store/detection/detections.ts';
import {
  heardAfter,
  holdFollowed,
  hoursAround,
  keepFollowed,
  keepHour,
  type SoughtCodes,
  tagsMark,
} from '../../platform/store/detection/followed-hours.ts';
import { soughtTransmitters } from '../../platform/store/fleet/sought-transmitters.ts';
import { Detector, type DetectorState } from './detector.ts';
import type { SoughtTransmitter } from './matching.ts';
import { hourMs, type RunHour, sumUp } from './run-hours.ts';

/** So many hours of receivers are followed in one transaction. */
const hoursAtOnce = 200;
/**
 * What is later than this is followed from its own hour on, and not from a run that began before (DET-16).
 */
const keptMs = 31 * 24 * hourMs;
const clearEachMs = hourMs;

/**
 * The newest hour of a receiver, as far as its contacts were taken; `open` are the parts of its open runs.
 */
type Head = {
  hour: number;
  version: number;
  sought: string;
  detector: Detector;
  lastTs: number;
  counted: number;
  open: readonly KeptPart[];
};

/** What a pass goes by. */
type Ground = {
  within: Db;
  now: number;
  configs: readonly DetectionConfig[];
  transmitters: readonly SoughtTransmitter[];
  codes: SoughtCodes;
  /** Tells one list of transmitters from another. */
  sought: string;
};

/** What a pass found: whether tags were heard, and whether more waits. */
export type Passed = { tags: boolean; isMore: boolean };

/**
 * Follows what a system hears, and keeps what is detected (DET-14 to DET-16). What it has in memory only
 * saves
 * time: whichever host makes a pass, and in whatever order contacts come, the tables are the same.
 */
export class SystemFollower {
  readonly #database: Database;
  readonly #systemId: string;
  #pass = -1;
  readonly #heads = new Map<number, Head>();

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
        const touched = await touchedSince(this.#database.pool, systemId, followed.mark, hoursAtOnce);
        const tags = await tagsMark(within, systemId);
        const isClearing = now - followed.clearedAt >= clearEachMs;
        if (touched.length === 0 && tags === followed.tags && !isClearing) return { tags: false, isMore: false };

        const heardOf = await this.#follow(within, now, touched);
        const areOthers = await settleTags(within, systemId, tags === followed.tags ? heardOf : null);
        if (isClearing) await forgetParts(within, systemId, now - keptMs);
        this.#pass = followed.pass + 1;
        await keepFollowed(within, systemId, {
          pass: this.#pass,
          mark: touched.at(-1) ?? followed.mark,
          tags,
          clearedAt: isClearing ? now : followed.clearedAt,
        });
        return { tags: areOthers, isMore: touched.length === hoursAtOnce };
      });
    } catch (error) {
      // What it took is in no table.
      this.#heads.clear();
      throw error;
    }
  }

  /** The transmitters of which detections are others now. */
  async #follow(within: Db, now: number, touched: readonly { rxId: number; hour: number }[]): Promise<number[]> {
    if (touched.length === 0) return [];
    const transmitters = await soughtTransmitters(within, this.#systemId);
    const configs = await detectionConfigHistory(within, this.#systemId);
    const ground = { within, now, configs, transmitters, codes: codesOf(transmitters), sought: JSON.stringify(transmitters) };
    const concerned = new Set<number>();
    for (const [rxId, hours] of Map.groupBy(touched, (each) => each.rxId)) {
      const others = await this.#followReceiver(
        ground,
        rxId,
        hours.map(({ hour }) => hour),
      );
      for (const id of await this.#detect(within, rxId, others)) concerned.add(id);
    }
    return [...concerned];
  }

  /** Follows the hours of a receiver (ms); answers those of which parts are others now. */
  async #followReceiver(ground: Ground, rxId: number, hours: readonly number[]): Promise<number[]> {
    const others = new Set<number>();
    const pending = new Set(hours);
    while (pending.size > 0) {
      const hour = Math.min(...pending);
      pending.delete(hour);
      const { next, changed } = await this.#followHour(ground, rxId, hour);
      for (const each of changed) others.add(each);
      if (next !== null) pending.add(next);
    }
    return [...others];
  }

  /** Follows an hour; `next` is the one that has to be followed again as it begins with another state. */
  async #followHour(ground: Ground, rxId: number, hour: number): Promise<{ next: number | null; changed: number[] }> {
    const { within, transmitters, sought } = ground;
    const systemId = this.#systemId;
    const { before, own, after } = await hoursAround(within, systemId, rxId, hour);
    const isOver = hour + hourMs <= ground.now;
    const version = own !== null && isOver ? own.version : versionAt(ground.configs, hour);
    const parameters = parametersOf(ground.configs, version);

    // Runs are judged by the settings by which they began: another version begins with none.
    const stateBefore = before === null ? undefined : (JSON.parse(before.endState) as DetectorState);
    const isGoingOn = before !== null && before.version === version;
    const ended =
      before === null || isGoingOn
        ? []
        : keptParts(new Detector(transmitters, parametersOf(ground.configs, before.version), stateBefore).end(), before.version);

    const known = this.#heads.get(rxId);
    const isKnown = after === null && known?.hour === hour && known.version === version && known.sought === sought;
    const head =
      (isKnown ? await this.#goOn(ground, rxId, known) : null) ??
      (await this.#begin(ground, rxId, {
        hour,
        version,
        detector: new Detector(transmitters, parameters, isGoingOn ? stateBefore : undefined),
      }));

    const atEnd = new Detector(transmitters, parameters, head.detector.state);
    const settled = keptParts(atEnd.settle(hour + hourMs), version);
    const endState = JSON.stringify(atEnd.state);
    const changed = await this.#give(within, rxId, hour, [...ended, ...settled]);
    const isSame = own !== null && own.endState === endState && own.version === version;
    if (!isSame) await keepHour(within, systemId, rxId, { hour, version, endState });
    if (after !== null) return { next: isSame ? null : after.hour, changed };

    const open = keptParts(atEnd.end(), version);
    const opened = isKnown ? { before: known.open } : {};
    changed.push(...(await this.#give(within, rxId, null, open, opened)));
    this.#heads.set(rxId, { ...head, open });
    return { next: null, changed };
  }

  /** Takes what the newest hour got since; null where something of it came late. */
  async #goOn(ground: Ground, rxId: number, head: Head): Promise<Head | null> {
    const heard = await this.#heard(ground, rxId, head.hour, head.lastTs);
    if (heard.counted !== head.counted + heard.since) return null;
    return taken(head, rxId, heard);
  }

  async #begin(ground: Ground, rxId: number, begun: Pick<Head, 'hour' | 'version' | 'detector'>): Promise<Head> {
    const { sought } = ground;
    // The first ms of the hour is its own.
    const heard = await this.#heard(ground, rxId, begun.hour, begun.hour - 1);
    return taken({ ...begun, sought, lastTs: begun.hour - 1, counted: 0, open: [] }, rxId, heard);
  }

  #heard({ within, codes }: Ground, rxId: number, hour: number, after: number) {
    return heardAfter(within, this.#systemId, { rxId, hour, after, ...codes });
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
    const detections = sumUp(runs.map(({ run }) => run)).map((detection) => ({
      ...detection,
      version: Math.max(
        ...runs
          .filter(({ run }) => run.transmitterId === detection.transmitterId && run.hour === detection.hour)
          .map((each) => each.version),
      ),
    }));
    return replaceDetections(within, this.#systemId, rxId, hours, detections);
  }
}

function taken(head: Head, rxId: number, { contacts, counted }: Awaited<ReturnType<typeof heardAfter>>): Head {
  for (const contact of contacts)
    head.detector.take({ rxId, ...contact, code: contact.type === beeperType ? null : contact.code });
  return { ...head, counted, lastTs: contacts.at(-1)?.ts ?? head.lastTs };
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
