import { startOfHour, versionOfHour } from '#model/detection/settings-hours.ts';
import { hoursTogether } from '#model/statistics/antenna-hours.ts';
import { type AntennaCount, type AntennaHours, countByAntennaHours } from '../../platform/store/contacts/contact-counts.ts';
import { countInBands } from '../../platform/store/contacts/contact-statistics.ts';
import type { Db } from '../../platform/store/database.ts';
import { detectionConfigHistory } from '../../platform/store/detection/detection-configs.ts';
import { countDetections } from '../../platform/store/detection/detections.ts';
import { transmittersInUse } from '../../platform/store/fleet/target-transmitters.ts';
import { Targets } from '../detection/matching.ts';

/** STAT-16, STAT-17: what antennas heard, in total and by hour. */
export type AntennaHealth = {
  from: number;
  to: number;
  /** The length of one of `cells`, in hours. */
  cellHours: number;
  cells: AntennaHours[];
  /** The contacts that match a transmitter in use; null if there is none. */
  fitting: AntennaCount[] | null;
  detections: AntennaCount[];
};

type Asked = { from: number; to: number; now: number; rxIds: readonly number[] | null };

/**
 * Reads the health of the antennas in `counts`, which are those that heard anything. The costliest part reads
 * the hourly counts by code and frequency, like a histogram. The result has at most 20,000 cells (STAT-17).
 */
export async function antennaHealth(
  within: Db,
  systemId: string,
  { now, rxIds, ...span }: Asked,
  counts: readonly AntennaCount[],
): Promise<AntennaHealth> {
  const cellHours = hoursTogether(span, counts.length);
  const cells = await countByAntennaHours(within, systemId, { ...span, now, rxIds, hours: cellHours });
  const heard = [...new Set(counts.map(({ rxId }) => rxId))];
  const detections = heard.length === 0 ? [] : await countDetections(within, systemId, { ...span, rxIds: heard });
  const fitting = await fittingIn(within, systemId, { ...span, now, rxIds });
  return { ...span, cellHours, cells, fitting, detections };
}

/** Counts what detection would match (DET-5) with the present settings and the transmitters in use. */
async function fittingIn(within: Db, systemId: string, { now, ...asked }: Asked): Promise<AntennaCount[] | null> {
  const transmitters = await transmittersInUse(within, systemId);
  if (transmitters.length === 0) return null;
  const configs = await detectionConfigHistory(within, systemId);
  const version = versionOfHour(configs, startOfHour(now));
  const settings = configs.find((each) => each.version === version);
  if (settings === undefined) throw new Error(`System ${systemId} has no detection settings`);
  return countInBands(within, systemId, asked, new Targets(transmitters, settings).bands());
}
