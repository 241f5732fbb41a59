import { nothingReported, writeModemReports } from '../../host/domain/modems/index.ts';
import { type Database, inTransaction } from '../../host/platform/store/database.ts';
import type { ModemReport } from '../../host/platform/store/fleet/modem-readings.ts';

type Reports = readonly (Partial<ModemReport> & { ts: number })[];

/** Stores reports of a modem; it did not send what a report leaves out. */
export function bringReports(database: Database, modemId: number, reports: Reports, systemId = 'river') {
  const whole = reports.map((more) => ({ ...nothingReported, modemId, ...more }));
  return inTransaction(database, (within) => writeModemReports(within, systemId, whole));
}
