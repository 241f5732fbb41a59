import type { Generated } from 'kysely';
import type { Timestamp } from './column-types.ts';

/**
 * When and where beacons were last heard. `is_silent`: an alarm was raised because the beacon fell silent
 * there (ALM-20).
 */
type BeaconHearingTable = {
  transmitter_id: number;
  rx_id: number;
  ant: number;
  hour: Timestamp;
  hits: number;
  heard_at: Timestamp;
  is_silent: Generated<boolean>;
};

/** When any host last checked a system's beacons. */
type BeaconLookTable = { system_id: string; looked_at: Timestamp };

/** The tables of beacons. */
export type BeaconTables = { beacon_hearings: BeaconHearingTable; beacon_looks: BeaconLookTable };
