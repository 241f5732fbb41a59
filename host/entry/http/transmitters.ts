import { hoursTouched, startOfHour } from '#model/detection/settings-hours.ts';
import { undetectedOf } from '#model/registry/transmitters/undetected.ts';
import type { Transmitter, TransmitterFields } from '#model/registry/transmitters/transmitter.ts';
import { listRows } from '../../platform/changes/owned-rows.ts';
import { currentDetectionConfig } from '../../platform/store/detection/detection-configs.ts';
import { outdatedHours } from '../../platform/store/detection/outdated-hours.ts';
import { undetectedSince } from '../../platform/store/detection/undetected.ts';
import { targetTransmitters } from '../../platform/store/fleet/target-transmitters.ts';
import { Targets } from '../../domain/detection/matching.ts';
import { detectionsOf } from '../../platform/store/detection/detections.ts';
import { invalidRequest, notFound } from '../../platform/api-error.ts';
import type { Database } from '../../platform/store/database.ts';
import { beaconHearings } from '../../platform/store/fleet/registries.ts';
import { modelNumberOf, modelsOfTransmitters } from '../../platform/store/fleet/transmitters.ts';
import type { Handlers } from './call-handlers.ts';
import type { RegistryHandlers } from './registry-calls.ts';

const dayMs = 86_400_000;
/** How far back (ms) detections of a transmitter are listed (REG-26). */
const detectedForMs = 7 * dayMs;
/** How far back (ms) hours are checked after an edit that affects the whole past (DET-23). */
const pastMs = 400 * dayMs;

/**
 * Returns the transmitter to store. Its model is stored by model number, even if the caller gave the model's
 * id (REG-17).
 * @throws ApiError 400 if there is no model with that id.
 */
export async function heldTransmitter(database: Pick<Database, 'db'>, systemId: string, written: TransmitterFields) {
  const { TransmitterModelId, modelNumber, ...fields } = written;
  if (TransmitterModelId === undefined) return { ...fields, modelNumber };
  const known = await modelNumberOf(database, systemId, TransmitterModelId);
  if (known === undefined)
    throw invalidRequest(`There is no model ${TransmitterModelId} of transmitters here`, 'txData.TransmitterModelId');
  return { ...fields, modelNumber: known };
}

/** Returns the handlers (CALL-3) of transmitters that other registries do not have. */
export function transmitters(
  database: Pick<Database, 'db' | 'pool' | 'reads'>,
  { listTransmitters }: RegistryHandlers<'transmitter'>,
) {
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

    listUndetected: ({ caller, system: { mitasId }, exchange }) =>
      database.reads.read(caller.userId, exchange.gone(), async (read) => {
        const { intervalToleranceMultiplier } = await currentDetectionConfig(read, mitasId);
        const heard = await undetectedSince(read, mitasId, {
          from: startOfHour(Date.now()) - dayMs,
          intervalToleranceMultiplier,
        });
        if (heard.length === 0) return { undetected: [] };
        const listed = await targetTransmitters(read, mitasId);
        const found = heard.map((each) => {
          const its = listed.find(({ id }) => id === each.id);
          return its === undefined ? null : undetectedOf(its, each, intervalToleranceMultiplier);
        });
        return { undetected: found.filter((each) => each !== null) };
      }),

    getTransmitter: (call) => found(call.system.mitasId, call.params.id),

    getOutdatedHours: ({ caller, system: { mitasId }, params: { id }, query: { startTime, endTime }, exchange }) =>
      database.reads.read(caller.userId, exchange.gone(), async (read) => {
        const transmitter = (await targetTransmitters(read, mitasId)).find((each) => each.id === id);
        if (transmitter === undefined) throw notFound(`There is no transmitter ${id}`);
        const [target] = new Targets([transmitter], await currentDetectionConfig(read, mitasId)).all;
        if (target === undefined) return { hours: null };
        // Leave out the current hour, which uses the current transmitters anyway (DET-15).
        const present = startOfHour(Date.now());
        const hours = hoursTouched({ start: startTime ?? present - pastMs, end: endTime ?? present }, { now: present - 1 });
        return { hours: await outdatedHours(read, mitasId, transmitter, { ...target, ...hours }) };
      }),

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
