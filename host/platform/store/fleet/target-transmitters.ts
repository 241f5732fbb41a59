import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database.ts';
import { isTaggedBy } from '../entity-tables.ts';

/**
 * A transmitter with the values against which contacts are matched, in MHz (`frequency`), kHz
 * (`frequencyVariance`) and ms; `codeNumber` is null for a beeper.
 */
export type TargetTransmitter = {
  id: number;
  codeNumber: number | null;
  frequency: number;
  frequencyVariance: number;
  emitInterval: number;
  emitIntervalVariance: number;
};

/** Returns all transmitters of a system, by id. */
export function targetTransmitters(database: Db, systemId: string): Promise<TargetTransmitter[]> {
  return transmittersWhere(database, systemId, sql`true`);
}

/** Returns the transmitters in use (REG-20): those on an animal, beacons and voltage monitors. */
export function transmittersInUse(database: Db, systemId: string): Promise<TargetTransmitter[]> {
  return transmittersWhere(database, systemId, sql`(purpose <> 0 or ${isTaggedBy('transmitter_id', 'transmitters')})`);
}

async function transmittersWhere({ db }: Db, systemId: string, condition: RawBuilder<unknown>): Promise<TargetTransmitter[]> {
  const { rows } = await sql<TargetTransmitter>`
    select id, code_number as "codeNumber", frequency_hz / 1e6::float8 as frequency, frequency_variance_hz / 1e3::float8 as "frequencyVariance",
      emit_interval_ms as "emitInterval", emit_interval_variance_ms as "emitIntervalVariance"
    from transmitters where system_id = ${systemId} and ${condition} order by id`.execute(db);
  return rows;
}
