import { createHash } from 'node:crypto';
import { beeperType, codeOf } from '#model/entities/contact.ts';
import type { DetectionConfig, DetectionParameters } from '#model/entities/detection-config.ts';
import { hourMs } from '#model/detection/settings-hours.ts';
import type { Db } from '../../platform/store/database.ts';
import { detectionKey, type StoredDetection, type RunPart } from '../../platform/store/detection/detections.ts';
import {
  type FollowedHour,
  type InForce,
  type MatchedContact,
  type TargetCodes,
  storeTransmitters,
  transmittersOf,
} from '../../platform/store/detection/followed-hours.ts';
import { type TargetTransmitter, targetTransmitters } from '../../platform/store/fleet/target-transmitters.ts';
import { Detector, type DetectorState } from './detector.ts';
import { type RunHour, sumUp } from './run-hours.ts';

/** A list of transmitters, the mark that identifies it, and the codes by which its contacts are read. */
type TransmitterList = { mark: string; list: readonly TargetTransmitter[]; codes: TargetCodes };

/** The values of the settings and transmitters in force. */
export type ValuesInForce = InForce & { transmitters: TransmitterList; parameters: DetectionParameters };

/** The versions of a system's settings, and the lists of transmitters known so far, by their marks. */
export type KnownValues = { configs: readonly DetectionConfig[]; lists: Map<string, TransmitterList> };

/** Returns whether the same settings and transmitters are in force in both. */
export function areSameInForce(one: InForce, other: InForce): boolean {
  return one.version === other.version && one.listMark === other.listMark;
}

/** Returns the state from which runs continue after an hour; '' if they do not continue (DET-15). */
export function continuedState(before: FollowedHour | null, since: number, inForce: InForce): string {
  return before !== null && before.hour >= since && areSameInForce(before, inForce) ? before.endState : '';
}

/** Stores the current transmitters of a system as a list, unless the list is known. Returns its mark. */
export async function currentMark(within: Db, systemId: string, lists: KnownValues['lists'] = new Map()): Promise<string> {
  const list = await targetTransmitters(within, systemId);
  const mark = createHash('sha256').update(JSON.stringify(list)).digest('base64url');
  if (!lists.has(mark)) await storeTransmitters(within, systemId, mark, list);
  lists.set(mark, lists.get(mark) ?? { mark, list, codes: codesOf(list) });
  return mark;
}

/** Returns the settings and transmitters in force. Reads the list of transmitters if it is not known. */
export async function valuesInForce(
  within: Db,
  systemId: string,
  { version, listMark: mark }: InForce,
  { configs, lists }: KnownValues,
): Promise<ValuesInForce> {
  const parameters = configs.find((config) => config.version === version);
  if (parameters === undefined) throw new Error(`There is no version ${version} of the detection settings`);
  const list = lists.get(mark)?.list ?? (await transmittersOf(within, systemId, mark));
  const transmitters = lists.get(mark) ?? { mark, list, codes: codesOf(list) };
  lists.set(mark, transmitters);
  return { version, listMark: mark, transmitters, parameters };
}

/**
 * Returns a detector that continues from the state at the end of an hour, or starts new if the state is ''.
 */
export function detectorFrom(state: string, { transmitters, parameters }: ValuesInForce): Detector {
  return new Detector(transmitters.list, parameters, state === '' ? undefined : (JSON.parse(state) as DetectorState));
}

/** Ends an hour; returns the parts that it settles, and the state at its end. */
export function endHour(detector: Detector, hour: number, version: number): { parts: RunPart[]; endState: string } {
  return { parts: partsOf(detector.settle(hour + hourMs), version), endState: JSON.stringify(detector.state) };
}

/** Ends the open runs; returns their parts. No contact may follow. */
export function endRuns(detector: Detector, version: number): RunPart[] {
  return partsOf(detector.end(), version);
}

const partsOf = (parts: readonly RunHour[], version: number): RunPart[] =>
  parts.map((part) => ({ hour: part.hour, version, part: JSON.stringify(part) }));

/**
 * Gives a detector the contacts of a receiver from index `first` on that are before `end` (ms). Returns the
 * index of the next contact.
 */
export function takeContacts(
  detector: Detector,
  rxId: number,
  contacts: readonly MatchedContact[],
  { first = 0, end = Infinity } = {},
): number {
  let next = first;
  for (let contact = contacts[next]; contact !== undefined && contact.ts < end; contact = contacts[(next += 1)])
    detector.take({ rxId, ...contact, code: codeOf(contact) });
  return next;
}

/** Returns the codes of some transmitters, and the type of beepers if there are any among them. */
export function codesOf(transmitters: readonly TargetTransmitter[]): TargetCodes {
  const codes = new Set(transmitters.flatMap(({ codeNumber }) => codeNumber ?? []));
  return { codes: [...codes], beeper: transmitters.some(({ codeNumber }) => codeNumber === null) ? beeperType : null };
}

/** Returns the detections of some hours of a receiver. `parts` must be all parts of these hours. */
export function detectionsIn(parts: readonly RunPart[]): StoredDetection[] {
  const runs = parts.map(({ version, part }) => ({ version, run: JSON.parse(part) as RunHour }));
  const versions = new Map<string, number>();
  for (const { version, run } of runs)
    versions.set(detectionKey(run), Math.max(version, versions.get(detectionKey(run)) ?? version));
  return sumUp(runs.map(({ run }) => run)).map((detection) => ({
    ...detection,
    version: versions.get(detectionKey(detection)) ?? 0,
  }));
}
