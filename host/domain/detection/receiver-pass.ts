import { createHash } from 'node:crypto';
import { beeperType, codeOf } from '#model/entities/contact.ts';
import type { DetectionConfig, DetectionParameters } from '#model/entities/detection-config.ts';
import { hourMs } from '#model/detection/settings-hours.ts';
import type { Db } from '../../platform/store/database.ts';
import { detectionKey, type StoredDetection, type StoredPart } from '../../platform/store/detection/detections.ts';
import {
  type FollowedHour,
  type InForce,
  type MatchedContact,
  type SoughtCodes,
  storeTransmitters,
  transmittersOf,
} from '../../platform/store/detection/followed-hours.ts';
import { soughtTransmitters } from '../../platform/store/fleet/sought-transmitters.ts';
import { Detector, type DetectorState } from './detector.ts';
import type { SoughtTransmitter } from './matching.ts';
import { type RunHour, sumUp } from './run-hours.ts';

/** A list of transmitters, the mark that identifies it, and the codes by which its contacts are read. */
export type TransmitterList = { mark: string; list: readonly SoughtTransmitter[]; codes: SoughtCodes };

/** The values of what is in force. */
export type ValuesInForce = { transmitters: TransmitterList; parameters: DetectionParameters };

/** Returns whether the same settings and transmitters are in force in both. */
export function areSameInForce(one: InForce, other: InForce): boolean {
  return one.version === other.version && one.listMark === other.listMark;
}

/** Returns the state in which runs continue after an hour; '' where they do not continue (DET-15). */
export function continuedState(before: FollowedHour | null, since: number, inForce: InForce): string {
  return before !== null && before.hour >= since && areSameInForce(before, inForce) ? before.endState : '';
}

/** The lists of transmitters of a system, by their marks. */
export class TransmitterLists {
  readonly #systemId: string;
  readonly #known = new Map<string, TransmitterList>();

  constructor(systemId: string) {
    this.#systemId = systemId;
  }

  /** Reads the current transmitters, and stores them as a list. */
  async current(within: Db): Promise<TransmitterList> {
    const list = await soughtTransmitters(within, this.#systemId);
    const mark = createHash('sha256').update(JSON.stringify(list)).digest('base64url');
    const known = this.#known.get(mark);
    if (known !== undefined) return known;
    await storeTransmitters(within, this.#systemId, mark, list);
    return this.#remember(mark, list);
  }

  /** Reads what is in force, of all versions of the settings. */
  async valuesOf(within: Db, { version, listMark }: InForce, configs: readonly DetectionConfig[]): Promise<ValuesInForce> {
    const parameters = configs.find((config) => config.version === version);
    if (parameters === undefined) throw new Error(`There is no version ${version} of the detection settings`);
    const known = this.#known.get(listMark);
    const transmitters = known ?? this.#remember(listMark, await transmittersOf(within, this.#systemId, listMark));
    return { transmitters, parameters };
  }

  #remember(mark: string, list: readonly SoughtTransmitter[]): TransmitterList {
    const made = { mark, list, codes: codesOf(list) };
    this.#known.set(mark, made);
    return made;
  }

  /** Forgets all lists: a transaction that stored some was rolled back. */
  clear(): void {
    this.#known.clear();
  }
}

/**
 * Takes a receiver through its hours under the same settings and transmitters, for the follower and for
 * reprocessing alike: contacts in, then the parts and the state at the end of each hour out.
 */
export class ReceiverPass {
  readonly #rxId: number;
  readonly #version: number;
  readonly #detector: Detector;

  private constructor(rxId: number, version: number, detector: Detector) {
    this.#rxId = rxId;
    this.#version = version;
    this.#detector = detector;
  }

  /** Begins with the state at the end of an earlier hour; '' for none. */
  static from(state: string, rxId: number, version: number, { transmitters, parameters }: ValuesInForce): ReceiverPass {
    const known = state === '' ? undefined : (JSON.parse(state) as DetectorState);
    return new ReceiverPass(rxId, version, new Detector(transmitters.list, parameters, known));
  }

  /** Takes the contacts from an index on that lie before `end` (ms); returns the index of the next one. */
  take(contacts: readonly MatchedContact[], first = 0, end = Infinity): number {
    return takeContacts(this.#detector, this.#rxId, contacts, { first, end });
  }

  /** Ends an hour; returns the parts that it settles, and the state at its end. */
  endHour(hour: number): { parts: StoredPart[]; endState: string } {
    const parts = this.#stored(this.#detector.settle(hour + hourMs));
    return { parts, endState: JSON.stringify(this.#detector.state) };
  }

  /** Ends the open runs; returns their parts. No contact may follow. */
  endRuns(): StoredPart[] {
    return this.#stored(this.#detector.end());
  }

  /** Returns a pass that goes on from here on its own. */
  copy(): ReceiverPass {
    return new ReceiverPass(this.#rxId, this.#version, this.#detector.copy());
  }

  #stored(parts: readonly RunHour[]): StoredPart[] {
    return parts.map((part) => ({ hour: part.hour, version: this.#version, part: JSON.stringify(part) }));
  }
}

/** Gives contacts of a receiver to a detector, as `ReceiverPass.take` does. */
export function takeContacts(
  detector: Detector,
  rxId: number,
  contacts: readonly MatchedContact[],
  { first = 0, end = Infinity }: { first?: number; end?: number } = {},
): number {
  let next = first;
  for (let contact = contacts[next]; contact !== undefined && contact.ts < end; contact = contacts[(next += 1)])
    detector.take({ rxId, ...contact, code: codeOf(contact) });
  return next;
}

/** Returns the codes of some transmitters, and the type of beepers where some are beepers. */
export function codesOf(transmitters: readonly SoughtTransmitter[]): SoughtCodes {
  const codes = new Set(transmitters.flatMap(({ codeNumber }) => codeNumber ?? []));
  return { codes: [...codes], beeper: transmitters.some(({ codeNumber }) => codeNumber === null) ? beeperType : null };
}

/** Sums up all parts of some hours of a receiver to their detections. */
export function detectionsIn(parts: readonly StoredPart[]): StoredDetection[] {
  const runs = parts.map(({ version, part }) => ({ version, run: JSON.parse(part) as RunHour }));
  const versions = new Map<string, number>();
  for (const { version, run } of runs)
    versions.set(detectionKey(run), Math.max(version, versions.get(detectionKey(run)) ?? version));
  return sumUp(runs.map(({ run }) => run)).map((detection) => ({
    ...detection,
    version: versions.get(detectionKey(detection)) ?? 0,
  }));
}
