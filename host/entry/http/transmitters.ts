import { sql } from 'kysely';
import type { Beacon } from '#model/entities/beacon.ts';
import { beeperType } from '#model/entities/contact.ts';
import type { Database } from '../../platform/store/database.ts';
import type { Handlers } from './call-handlers.ts';

const beaconPurpose = 1;
/** REG-12: frequency match tolerance 0.003 MHz. */
const frequencyToleranceHz = 3_000;

/** CALL-3: transmitters. */
export function transmitters({ db }: Pick<Database, 'db'>): Handlers {
  /**
   * Beacon hearings since a time, from the hourly rollup: the whole hours that the time falls in and that follow it. A contact is
   * a beacon's by REG-12.
   */
  async function hearings(mitasId: string, back: '7 days' | '1 hour'): Promise<Beacon[]> {
    const { rows } = await sql<Beacon>`
      select heard.rx_id as "ReceiverId", beacon.id as "TransmitterId", heard.ant as antenna, sum(heard.count)::float8 as hits
      from contacts_hourly_codes heard
      join transmitters beacon on beacon.system_id = heard.system_id and beacon.purpose = ${beaconPurpose}
        and (heard.code = beacon.code_number or (beacon.code_number is null and heard.type = ${beeperType}))
        and abs(heard.freq_hz - beacon.frequency_hz) <= greatest(${frequencyToleranceHz}::int, beacon.frequency_variance_hz)
      where heard.system_id = ${mitasId} and heard.hour >= date_trunc('hour', now() - ${back}::interval)
      group by heard.rx_id, beacon.id, heard.ant
      order by beacon.id, heard.rx_id, heard.ant`.execute(db);
    return rows;
  }

  return {
    async getBeaconsSummary({ system }) {
      const [all, recent] = await Promise.all([hearings(system.mitasId, '7 days'), hearings(system.mitasId, '1 hour')]);
      return { all, recent };
    },
  };
}
