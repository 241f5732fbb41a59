import type { Insertable } from 'kysely';
import type { Database } from '../../host/platform/store/database.ts';
import type { TransmitterTable } from '../../host/platform/store/schema.ts';
import { planted } from './planted.ts';

/** Returns the body of a call for a transmitter that sends every 5 s; frequency in MHz. */
export const transmitter = (serialNumber: string, codeNumber: number, frequency: number) => ({
  serialNumber,
  modelNumber: 'M1',
  protocolId: 18,
  frequency,
  frequencyVariance: 0,
  codeNumber,
  emitInterval: 5_000,
  emitIntervalVariance: 100,
  purpose: 1,
});

type Row = Pick<TransmitterTable, 'serial_number'> & Partial<Insertable<TransmitterTable>>;

/** Adds transmitters to a system without a call, with the given values of each row; returns their ids. */
export async function plantTransmitters(
  database: Pick<Database, 'pool'>,
  system_id: string,
  rows: readonly Row[],
): Promise<number[]> {
  const usual = { model_number: 'M1', protocol_id: 18, frequency_hz: 150_100_000, code_number: 17, emit_interval_ms: 5_000 };
  const made = await planted(database)
    .insertInto('transmitters')
    .values(rows.map((row) => ({ system_id, ...usual, purpose: 1, ...row })))
    .returning('id')
    .execute();
  return made.map(({ id }) => id);
}
