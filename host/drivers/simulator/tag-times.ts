import type { Database } from '../../platform/store/database.ts';
import { tagPeriods } from '../../platform/store/fleet/registries.ts';
import type { Period } from './happenings.ts';
import type { World, WorldTransmitter } from './world.ts';

/** When the transmitters of a system are on animals, by their serial numbers (ms). */
export type TagTimes = ReadonlyMap<string, readonly Carried[]>;

/** On which animal, by its name, and when. */
type Carried = Period & { animal: string };

/** Reads that of the transmitters of a world. */
export async function readTagTimes(database: Pick<Database, 'db'>, systemId: string, { transmitters }: World): Promise<TagTimes> {
  const serials = transmitters.map(({ serialNumber }) => serialNumber);
  return Map.groupBy(await tagPeriods(database, systemId, serials), ({ serial }) => serial);
}

/**
 * Whether a transmitter is out there at a time (SIM-14): one that was ever on an animal sends while it is on
 * one; any other does as long as its battery lasts.
 */
export function isOut({ tagTimes }: Pick<World, 'tagTimes'>, { serialNumber, until }: WorldTransmitter, ts: number): boolean {
  if (until !== undefined && ts >= until) return false;
  return tagTimes.get(serialNumber)?.some(({ from, to }) => ts >= from && ts < to) ?? true;
}

/**
 * Whose way a transmitter goes at a time, by that one's key (SIM-14): of the animal of the study that it is
 * on by then. One that the study does not know goes where the transmitter's own animal did.
 */
export function wayOf({ tagTimes, transmitters }: World, { serialNumber, key }: WorldTransmitter, ts: number): number {
  const animal = tagTimes.get(serialNumber)?.find(({ from, to }) => ts >= from && ts < to)?.animal;
  if (animal === undefined) return key;
  return transmitters.find(({ carrier }) => carrier.kind === 'animal' && carrier.alias === animal)?.key ?? key;
}
