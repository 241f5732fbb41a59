import { nothingReported } from '../../domain/modems/index.ts';
import { goneModem, otherReadingOfThatTime, writeModemReports } from '../../domain/modems/write-modems.ts';
import { type Database, inTransaction } from '../../platform/store/database.ts';
import type { ModemReport } from '../../platform/store/fleet/modem-readings.ts';
import { storingContacts } from '../../platform/store/storage-watch.ts';
import { triedAgain } from '../../platform/store/tried-again.ts';
import { countFates } from './import-vitals.ts';
import type { ModemTarget } from './modem-target.ts';
import type { ParsedPart } from './parsed-file.ts';

/**
 * Stores the voltages and temperatures in a part of a file as readings of modems; answers how many were new,
 * and how many were there already. What cannot be stored is handed to `reject` by its place.
 */
export async function importModems(
  part: ParsedPart,
  { database, systemId, modems }: { database: Database; systemId: string; modems: ModemTarget },
  reject: (place: number, reason: string) => void,
): Promise<{ imported: number; duplicate: number }> {
  const reports: ModemReport[] = [];
  const places: number[] = [];
  for (const { row, place } of part.vitals) {
    const named = modems.modem(row.receiver);
    const { extremes } = row;
    if (!named.ok) reject(place, named.reason);
    else if (!extremes.ok) reject(place, extremes.reason);
    else {
      const measured = { supplyVoltage: row.voltage, coreTemperature: row.temperature, ...extremes.value };
      reports.push({ ...nothingReported, modemId: named.value, ts: row.ts, ...measured });
      places.push(place);
    }
  }
  if (reports.length === 0) return { imported: 0, duplicate: 0 };
  const write = () => inTransaction(database.ingest, (within) => writeModemReports(within, systemId, reports));
  const fates = await storingContacts(database.ingest.pool, reports.length, () => triedAgain(write));
  return countFates(fates, (at, fate) => {
    reject(places[at] as number, fate === 'gone' ? goneModem : otherReadingOfThatTime);
  });
}
