import type { Db } from '../../platform/store/database.ts';
import { beaconHearings } from '../../platform/store/fleet/registries.ts';
import { modelsOfTransmitters, transmittersOf } from '../../platform/store/fleet/transmitters.ts';
import type { Handlers } from './call-handlers.ts';

/** CALL-3: transmitters. The database holds Hz, the wire MHz and kHz. */
export function transmitters(database: Db): Handlers {
  return {
    async getBeaconsSummary({ system: { mitasId } }) {
      const [all, recent] = await Promise.all([
        beaconHearings(database, mitasId, '7 days'),
        beaconHearings(database, mitasId, '1 hour'),
      ]);
      return { all, recent };
    },

    async listTransmitters({ system: { mitasId } }) {
      const [rows, models] = await Promise.all([transmittersOf(database, mitasId), modelsOfTransmitters(database)]);
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
