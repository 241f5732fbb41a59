import type { Transmitter, TransmitterFields } from '#model/entities/transmitter.ts';
import { invalidRequest } from '../../platform/api-error.ts';
import type { Database } from '../../platform/store/database.ts';
import { beaconHearings } from '../../platform/store/fleet/registries.ts';
import { modelNumberOf, modelsOfTransmitters } from '../../platform/store/fleet/transmitters.ts';
import type { Handlers } from './call-handlers.ts';
import { registryCalls } from './registry-calls.ts';

/** CALL-3: transmitters. The database holds Hz, the wire MHz and kHz. */
export function transmitters(database: Pick<Database, 'db' | 'pool'>): Handlers {
  const registry = registryCalls(database, 'transmitter', 'txData.serialNumber');

  /** REG-17: a model is kept by its number, whichever way it was named. */
  async function fieldsOf(systemId: string, txData: TransmitterFields & { id?: number | undefined }) {
    const { id: _, TransmitterModelId, modelNumber, ...fields } = txData;
    if (TransmitterModelId === undefined) return { ...fields, modelNumber };
    const known = await modelNumberOf(database, systemId, TransmitterModelId);
    if (known === undefined)
      throw invalidRequest(`There is no model ${TransmitterModelId} of transmitters here`, 'txData.TransmitterModelId');
    return { ...fields, modelNumber: known };
  }

  return {
    async getBeaconsSummary({ system: { mitasId } }) {
      const [all, recent] = await Promise.all([
        beaconHearings(database, mitasId, '7 days'),
        beaconHearings(database, mitasId, '1 hour'),
      ]);
      return { all, recent };
    },

    async listTransmitters(call) {
      const [{ asOf, rows }, models] = await Promise.all([
        registry.list(call),
        modelsOfTransmitters(database, call.system.mitasId),
      ]);
      return { asOf, transmitters: rows as Transmitter[], models };
    },

    async createTransmitter(call) {
      const { row, done } = await registry.create(call, await fieldsOf(call.system.mitasId, call.body.txData));
      return { ...(row as Transmitter), ...done };
    },

    async updateTransmitter(call) {
      const { txData, asOf } = call.body;
      const { row, done } = await registry.update(call, await fieldsOf(call.system.mitasId, txData), asOf);
      return { ...(row as Transmitter), ...done };
    },

    deleteTransmitters: (call) => registry.remove(call),
  };
}
