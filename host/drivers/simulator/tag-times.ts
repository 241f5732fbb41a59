import type { Database } from '../../platform/store/database.ts';
import { tagPeriods } from '../../platform/store/fleet/registries.ts';
import type { Period } from './happenings.ts';
import type { World, WorldTransmitter } from './world.ts';

/** The periods (ms) in which the transmitters of a system are on animals, by serial number. */
export type TagTimes = ReadonlyMap<string, readonly Carried[]>;

/** A period in which an animal carries a transmitter, with the animal's name. */
type Carried = Period & { animal: string };

/** Reads the periods in which a world's transmitters are on animals. */
export async function readTagTimes(database: Pick<Database, 'db'>, systemId: string, { transmitters }: World): Promise<TagTimes> {
  const serials = transmitters.map(({ serialNumber }) => serialNumber);
  return Map.groupBy(await tagPeriods(database, systemId, serials), ({ serial }) => serial);
}

/**
 * Returns true if a transmitter sends at a time (SIM-14). If it was ever on an animal, it sends only while it
 * is on one; any other sends until its battery is empty.
 */
export function isOut({ tagTimes }: Pick<World, 'tagTimes'>, { serialNumber, until }: WorldTransmitter, ts: number): boolean {
  if (until !== undefined && ts >= until) return false;
  return tagTimes.get(serialNumber)?.some(({ from, to }) => ts >= from && ts < to) ?? true;
}

/**
 * Returns the key whose path a transmitter follows at a time (SIM-14): that of the study's animal that
 * carries it. If it is on no animal, or on one that the study does not know, it follows its own path.
 */
export function wayOf({ tagTimes, transmitters }: World, { serialNumber, key }: WorldTransmitter, ts: number): number {
  const animal = tagTimes.get(serialNumber)?.find(({ from, to }) => ts >= from && ts < to)?.animal;
  if (animal === undefined) return key;
  return transmitters.find(({ carrier }) => carrier.kind === 'animal' && carrier.alias === animal)?.key ?? key;
}
