import { nothingReported, writeModemReports } from '../../host/domain/modems/index.ts';
import { type Database, inTransaction } from '../../host/platform/store/database.ts';
import type { ModemReport } from '../../host/platform/store/fleet/modem-readings.ts';
import { addModem } from '../../host/platform/store/fleet/modems.ts';

/** Adds a new modem. Returns its id. */
export async function plantModem(database: Database, name: string, system_id = 'river', site_id: number | null = null) {
  const id = await addModem(database, { system_id, name, site_id });
  if (id === undefined) throw new Error('It was made before');
  return id;
}

type Reports = readonly (Partial<ModemReport> & { ts: number })[];

/** Stores reports of a modem; it did not send what a report leaves out. */
export function bringReports(database: Database, modemId: number, reports: Reports, systemId = 'river') {
  const whole = reports.map((more) => ({ ...nothingReported, modemId, ...more }));
  return inTransaction(database, (within) => writeModemReports(within, systemId, whole));
}
