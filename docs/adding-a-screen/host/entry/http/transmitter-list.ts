import type { Database } from '../../platform/store/database.ts';
import type { Handlers } from './call-handlers.ts';

/** CALL-3: the transmitters of a system. The database holds Hz, the wire MHz and kHz. */
export function transmitterList({ db }: Pick<Database, 'db'>): Handlers {
  return {
    async listTransmitters({ system }) {
      const rows = await db
        .selectFrom('transmitters')
        .selectAll()
        .where('system_id', '=', system.mitasId)
        .orderBy('serial_number')
        .execute();
      const models = await db.selectFrom('transmitter_models').select(['id', 'model_number as modelNumber']).execute();
      const transmitters = rows.map((row) => ({
        id: row.id,
        serialNumber: row.serial_number,
        TransmitterModelId: row.transmitter_model_id,
        protocolId: row.protocol_id,
        frequency: row.frequency_hz / 1e6,
        frequencyVariance: row.frequency_variance_hz / 1e3,
        codeNumber: row.code_number,
        emitInterval: row.emit_interval_ms,
        emitIntervalVariance: row.emit_interval_variance_ms,
        purpose: row.purpose,
      }));
      return { transmitters, models };
    },
  };
}
