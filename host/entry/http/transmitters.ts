import type { Db } from '../../platform/store/database.ts';
import { beaconHearings } from '../../platform/store/fleet/registries.ts';
import type { Handlers } from './call-handlers.ts';

/** CALL-3: transmitters. */
export function transmitters(database: Db): Handlers {
  return {
    async getBeaconsSummary({ system: { mitasId } }) {
      const [all, recent] = await Promise.all([
        beaconHearings(database, mitasId, '7 days'),
        beaconHearings(database, mitasId, '1 hour'),
      ]);
      return { all, recent };
    },
  };
}
