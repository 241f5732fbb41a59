import type { Database } from '../../platform/store/database.ts';
import { tagPeriods } from '../../platform/store/fleet/registries.ts';
import type { Period } from './happenings.ts';
import type { World, WorldTransmitter } from './world.ts';

/** When the transmitters of a system are on animals, by their serial numbers (ms). */
export type TagTimes = ReadonlyMap<string, readonly Period[]>;

/** Reads that of the transmitters of a world. */
export async function readTagTimes(database: Pick<Database, 'db'>, systemId: string, { transmitters }: World): Promise<TagTimes> {
  const serials = transmitters.map(({ serialNumber }) => serialNumber);
  return Map.groupBy(await tagPeriods(database, systemId, serials), ({ serial }) => serial);
}

/**
 * Whether a transmitter is out there at a time (SIM-14): one that was ever on an animal sends while it is on
 * one; any other always does.
 */
export function isOut({ tagTimes }: Pick<World, 'tagTimes'>, { serialNumber }: WorldTransmitter, ts: number): boolean {
  return tagTimes.get(serialNumber)?.some(({ from, to }) => ts >= from && ts < to) ?? true;
}
