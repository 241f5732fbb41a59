import type { Database } from '../../platform/store/database.ts';
import { tagPeriods } from '../../platform/store/fleet/registries.ts';
import type { Period } from './happenings.ts';
import type { World, WorldTransmitter } from './world.ts';

/** When the transmitters of a system are on animals (ms), by serial number. */
export type TagTimes = ReadonlyMap<string, readonly Carried[]>;

/** The name of an animal, and when it carries a transmitter. */
type Carried = Period & { animal: string };

/** Reads when a world's transmitters are on animals. */
export async function readTagTimes(database: Pick<Database, 'db'>, systemId: string, { transmitters }: World): Promise<TagTimes> {
  const serials = transmitters.map(({ serialNumber }) => serialNumber);
  return Map.groupBy(await tagPeriods(database, systemId, serials), ({ serial }) => serial);
}

/**
 * Returns true if a transmitter sends at a time (SIM-14): one that was ever on an animal only while it is on
 * one, any other while its battery lasts.
 */
export function isOut({ tagTimes }: Pick<World, 'tagTimes'>, { serialNumber, until }: WorldTransmitter, ts: number): boolean {
  if (until !== undefined && ts >= until) return false;
  return tagTimes.get(serialNumber)?.some(({ from, to }) => ts >= from && ts < to) ?? true;
}

/**
 * Returns the key of the transmitter whose path is followed at a time (SIM-14): that of the study's animal
 * that carries it. On an animal that the study does not know, a transmitter keeps its own path.
 */
export function wayOf({ tagTimes, transmitters }: World, { serialNumber, key }: WorldTransmitter, ts: number): number {
  const animal = tagTimes.get(serialNumber)?.find(({ from, to }) => ts >= from && ts < to)?.animal;
  if (animal === undefined) return key;
  return transmitters.find(({ carrier }) => carrier.kind === 'animal' && carrier.alias === animal)?.key ?? key;
}
