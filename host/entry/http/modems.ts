import { earliestTs } from '#model/entities/contact.ts';
import type { Modem } from '#model/entities/modem.ts';
import { seriesStep } from '../../domain/modems/series-step.ts';
import { notFound } from '../../platform/api-error.ts';
import type { Database } from '../../platform/store/database.ts';
import { modemSeries } from '../../platform/store/fleet/modem-readings.ts';
import type { ModemNumber } from '../../platform/store/schema-modems.ts';
import { listedModems, siteOfModem } from '../../platform/store/fleet/modems.ts';
import type { CallContext, Handlers } from './call-handlers.ts';
import { spanOf } from './time-span.ts';

/** Returns the handlers for modems (CALL-3). */
export function modems(database: Pick<Database, 'db' | 'reads'>) {
  const seriesOf =
    (measured: ModemNumber) =>
    ({ system, params, query, caller, exchange }: CallContext<'getModemVoltage' | 'getModemTemperature' | 'getModemRssi'>) =>
      database.reads.read(caller.userId, exchange.gone(), async (lane) => {
        const [systemId, modemId] = [system.mitasId, params.id];
        const siteName = await siteOfModem(lane, systemId, modemId);
        if (siteName === undefined) throw notFound(`There is no modem ${modemId} here`);
        const { from, to } = spanOf(query, Date.now(), 1);
        const span = { from: Math.max(from, earliestTs), to: Math.max(to, earliestTs) };
        const asked = { ...span, stepMs: seriesStep(span.to - span.from) };
        const { points, stepMs } = await modemSeries(lane, { systemId, modemId, measured }, asked);
        return { points: points.map((point) => ({ ...point, siteName })), stepMs };
      });

  return {
    async listModems({ system }) {
      const rows = await listedModems(database, system.mitasId);
      return {
        modems: rows.map(({ id, name, facts, last_contacted }): Modem => {
          return {
            id,
            name,
            model: facts.model?.[0] ?? null,
            hardwareVersion: facts.hardwareVersion?.[0] ?? null,
            firmwareVersion: facts.firmwareVersion?.[0] ?? null,
            lanAddress: facts.lanAddress?.[0] ?? null,
            wanAddress: facts.wanAddress?.[0] ?? null,
            coreTemperature: facts.coreTemperature?.[0] ?? null,
            supplyVoltage: facts.supplyVoltage?.[0] ?? null,
            lastContacted: last_contacted?.getTime() ?? null,
            sim: facts.sim?.[0] ?? null,
            rfBand: facts.rfBand?.[0] ?? null,
            network: facts.network?.[0] ?? null,
            rssi: facts.rssi?.[0] ?? null,
          };
        }),
      };
    },
    getModemVoltage: seriesOf('supplyVoltage'),
    getModemTemperature: seriesOf('coreTemperature'),
    getModemRssi: seriesOf('rssi'),
  } satisfies Partial<Handlers>;
}
