import { accepted } from '#model/result.ts';
import { nothingReported } from '../../domain/modems/index.ts';
import { goneModem, otherReadingOfThatTime, writeModemReports } from '../../domain/modems/write-modems.ts';
import { type Database, inTransaction } from '../../platform/store/database.ts';
import type { ModemReport } from '../../platform/store/fleet/modem-readings.ts';
import { triedAgain } from '../../platform/store/tried-again.ts';
import { type Counts, importReports, type Reject } from './import-vitals.ts';
import type { ModemTarget } from './modem-target.ts';
import type { ParsedPart } from './parsed-file.ts';

/**
 * Stores the voltages and temperatures in a part of a file as readings of modems. Otherwise like
 * `importVitals`.
 */
export async function importModems(
  part: ParsedPart,
  { database, systemId, modems }: { database: Database; systemId: string; modems: ModemTarget },
  reject: Reject,
): Promise<Counts> {
  const store = (reports: readonly ModemReport[]) =>
    inTransaction(database.ingest, (within) => writeModemReports(within, systemId, reports));
  return importReports<ModemReport>(part, database, reject, {
    read({ receiver, extremes, ts, voltage, temperature }) {
      const named = modems.modem(receiver);
      if (!named.ok) return named;
      if (!extremes.ok) return extremes;
      const measured = { supplyVoltage: voltage, coreTemperature: temperature, ...extremes.value };
      return accepted({ ...nothingReported, modemId: named.value, ts, ...measured });
    },
    write: (reports) => triedAgain(() => store(reports)),
    refusal: (outcome) => (outcome === 'gone' ? goneModem : otherReadingOfThatTime),
  });
}
