import type { Transmitter, TransmitterFields } from '#model/registry/transmitters/transmitter.ts';
import { listRows } from '../../platform/changes/owned-rows.ts';
import { detectionsOf } from '../../platform/store/detection/detections.ts';
import { invalidRequest, notFound } from '../../platform/api-error.ts';
import type { Database } from '../../platform/store/database.ts';
import { beaconHearings } from '../../platform/store/fleet/registries.ts';
import { modelNumberOf, modelsOfTransmitters } from '../../platform/store/fleet/transmitters.ts';
import type { Handlers } from './call-handlers.ts';
import type { RegistryHandlers } from './registry-calls.ts';

/** Of how long detections of a transmitter are listed (REG-26). */
const detectedForMs = 7 * 86_400_000;

/** REG-17: a model is kept by its number, whichever way it was named. */
export async function heldTransmitter(database: Pick<Database, 'db'>, systemId: string, written: TransmitterFields) {
  const { TransmitterModelId, modelNumber, ...fields } = written;
  if (TransmitterModelId === undefined) return { ...fields, modelNumber };
  const known = await modelNumberOf(database, systemId, TransmitterModelId);
  if (known === undefined)
    throw invalidRequest(`There is no model ${TransmitterModelId} of transmitters here`, 'txData.TransmitterModelId');
  return { ...fields, modelNumber: known };
}

/** CALL-3: what transmitters have besides the calls of a registry. */
export function transmitters(database: Pick<Database, 'db' | 'pool'>, { listTransmitters }: RegistryHandlers<'transmitter'>) {
  async function found(systemId: string, id: number): Promise<Transmitter> {
    const [row] = await listRows(database.db, 'transmitter', systemId, [id]);
    if (row === undefined) throw notFound(`There is no transmitter ${id}`);
    return row as Transmitter;
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
      const [listed, models] = await Promise.all([listTransmitters(call), modelsOfTransmitters(database, call.system.mitasId)]);
      return { ...listed, models };
    },

    getTransmitter: (call) => found(call.system.mitasId, call.params.id),

    async getRecentDetections({ system: { mitasId }, params: { id } }) {
      await found(mitasId, id);
      const heard = (await beaconHearings(database, mitasId, '1 hour')).filter(({ TransmitterId }) => TransmitterId === id);
      return {
        rxCount: new Set(heard.map(({ ReceiverId }) => ReceiverId)).size,
        antCount: heard.length,
        hits: heard.reduce((sum, { hits }) => sum + hits, 0),
      };
    },

    async listDetections({ system: { mitasId }, params: { id } }) {
      await found(mitasId, id);
      const { detections, lastTimes } = await detectionsOf(database, mitasId, id, Date.now() - detectedForMs);
      return {
        detections: detections.map((row) => ({
          ReceiverId: row.rx_id,
          antenna: row.ant,
          blockTime: row.hour.getTime(),
          hits: row.hits,
          avgPower: row.mean_power,
          powerDeviation: row.power_deviation,
          maxPower: row.max_power,
          avgInterval: row.mean_interval_ms,
          intervalDeviation: row.interval_deviation_ms,
          measuredInterval: row.measured_interval_ms,
          registeredInterval: row.registered_interval_ms,
        })),
        lastTimes: lastTimes.map(({ rx_id, ant, last_ts }) => ({ ReceiverId: rx_id, antenna: ant, lastTime: last_ts.getTime() })),
      };
    },
  } satisfies Partial<Handlers>;
}
