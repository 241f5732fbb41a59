import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** A transmitter as contacts are matched against: MHz, kHz, ms; `codeNumber` null for a beeper. */
export type SoughtRow = {
  id: number;
  codeNumber: number | null;
  frequency: number;
  frequencyVariance: number;
  emitInterval: number;
  emitIntervalVariance: number;
};

/** All transmitters of a system, by their ids. */
export async function soughtTransmitters({ db }: Db, systemId: string): Promise<SoughtRow[]> {
  const { rows } = await sql<SoughtRow>`
    select id, code_number as "codeNumber", frequency_hz / 1e6::float8 as frequency, frequency_variance_hz / 1e3::float8 as "frequencyVariance",
      emit_interval_ms as "emitInterval", emit_interval_variance_ms as "emitIntervalVariance"
    from transmitters where system_id = ${systemId} order by id`.execute(db);
  return rows;
}
