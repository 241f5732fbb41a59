import type { Db } from '../../platform/store/database.ts';
import { modelsOfTransmitters, transmittersOf } from '../../platform/store/fleet/transmitters.ts';
import type { Handlers } from './call-handlers.ts';

/** CALL-3: the transmitters of a system. The database holds Hz, the wire MHz and kHz. */
export function transmitterList(database: Db): Handlers {
  return {
    async listTransmitters({ system }) {
      const [rows, models] = await Promise.all([transmittersOf(database, system.mitasId), modelsOfTransmitters(database)]);
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
