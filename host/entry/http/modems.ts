import { earliestTs } from '#model/entities/contact.ts';
import { type Modem, type ModemNumber, modemNumbers, modemTexts } from '#model/entities/modem.ts';
import { notFound } from '../../platform/api-error.ts';
import type { Database } from '../../platform/store/database.ts';
import { modemSeries } from '../../platform/store/fleet/modem-readings.ts';
import { listedModems, siteOfModem } from '../../platform/store/fleet/modems.ts';
import type { CallContext, Handlers } from './call-handlers.ts';
import { spanOf } from './time-span.ts';

const factNames = [...modemTexts, ...modemNumbers];

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
        const { points, stepMs } = await modemSeries(lane, { systemId, modemId, measured }, span);
        return { points: points.map((point) => ({ ...point, siteName })), stepMs };
      });

  return {
    async listModems({ system }) {
      const rows = await listedModems(database, system.mitasId);
      return {
        modems: rows.map(({ id, name, facts, last_contacted }) => {
          const known = Object.fromEntries(factNames.map((fact) => [fact, facts[fact]?.[0] ?? null])) as Omit<
            Modem,
            'id' | 'name' | 'lastContacted'
          >;
          return { id, name, ...known, lastContacted: last_contacted?.getTime() ?? null };
        }),
      };
    },
    getModemVoltage: seriesOf('supplyVoltage'),
    getModemTemperature: seriesOf('coreTemperature'),
    getModemRssi: seriesOf('rssi'),
  } satisfies Partial<Handlers>;
}
