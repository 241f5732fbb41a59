import { contactWindowIn, hostNow } from '../machines/contact-window/contact-window-machine.ts';
import { timesIn } from '../machines/journal/times-in.ts';
import { type ModemsAsked, modemsPageMachine, type SeriesAsked } from '../machines/modems-page/modems-page-machine.ts';
import { question } from '../machines/question/question.ts';
import { modemCalls } from '../model/contract/modem-calls.ts';
import type { ModemSeries } from '../model/modems/modem-chart.ts';
import { modemsAddress, modemSpan } from '../model/modems/modems-address.ts';
import { later } from '../views/controls/later.tsx';
import { builtScreen } from './built-screen.ts';

const seriesCalls = {
  voltage: modemCalls.getModemVoltage,
  temperature: modemCalls.getModemTemperature,
  rssi: modemCalls.getModemRssi,
};

/** The modems screen (REG-30, REG-31). */
export default builtScreen({
  address: modemsAddress,
  actor: ({ http }) =>
    modemsPageMachine.provide({
      actors: {
        list: question<ModemsAsked>(async ({ input: { mitasId }, signal }) => {
          return (await http.call(modemCalls.listModems, { params: { mitasId } }, { signal })).modems;
        }),
        series: question<SeriesAsked>(async ({ input: { mitasId, id, plot, time }, signal, system }): Promise<ModemSeries> => {
          const { from, to } = modemSpan(time, timesIn(system), hostNow(contactWindowIn(system).getSnapshot().context));
          const query = { modemId: id, timeSelect: 'range' as const, range: [from, to] };
          const { points, stepMs } = await http.call(seriesCalls[plot], { params: { mitasId, id }, query }, { signal });
          return { from, to, points, stepMs };
        }),
      },
    }),
  view: later(() => import('../views/modems/modems-view.tsx')),
});
