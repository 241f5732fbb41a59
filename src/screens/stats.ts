import type { Services } from '../services/ports.ts';
import { timesIn } from '../machines/journal/times-in.ts';
import { question } from '../machines/question/question.ts';
import { statsPageMachine } from '../machines/stats-page/stats-page-machine.ts';
import type { StatsAnswers } from '../machines/stats-request/stats-answers.ts';
import { type StatsAsked, statsRequestMachine } from '../machines/stats-request/stats-request-machine.ts';
import { receiverCalls } from '../model/contract/receiver-calls.ts';
import { statisticsCalls } from '../model/contract/statistics-calls.ts';
import { statsAddress, type StatsQuestion, timeAsked } from '../model/statistics/stats-question.ts';
import { later } from '../views/controls/later.tsx';
import { builtScreen } from './built-screen.ts';
import { contactExplorer } from './explorer/contact-explorer.ts';

/** The page groups codes by 20 and frequencies by 1 kHz (STAT-9). */
const groups = { groupCodeBy: 20, groupFreqBy: 1 };

/** The Statistics screen (STAT-9). */
export default builtScreen({
  address: statsAddress,
  actor: (services) =>
    statsPageMachine.provide({
      actors: {
        request: statsRequestMachine.provide({
          actors: questions(services),
          actions: {
            writeAddress: ({ context: { search } }, { asked, how }) => {
              const { addressBar } = services;
              const { pathname, search: before } = addressBar.current();
              const next = statsAddress.write({ ...statsAddress.read(search).state, asked });
              if (next !== before) addressBar.go(`${pathname}${next}`, how);
            },
          },
        }),
        explorer: contactExplorer(services),
      },
    }),
  view: later(() => import('../views/statistics/stats-view.tsx')),
});

function questions({ http }: Services) {
  type Asking = {
    params: { mitasId: string };
    /** The requested time. */
    time: ReturnType<typeof timeAsked>;
    rxIds: readonly number[] | null;
    noise: StatsQuestion['noise'];
    signal: { signal: AbortSignal };
  };

  /** Returns a question of the page; `ask` gets the request in the form that calls take. */
  const about = <Q extends keyof StatsAnswers>(_: Q, ask: (asking: Asking) => Promise<StatsAnswers[Q]>) =>
    question<StatsAsked>(({ input: { mitasId, question: asked }, system, signal }) =>
      ask({
        params: { mitasId },
        time: timeAsked(asked, timesIn(system)),
        rxIds: asked.rxIds,
        noise: asked.noise,
        signal: { signal },
      }),
    );
  const among = (rxIds: readonly number[] | null) => (rxIds === null ? {} : { filteredRxIds: [...rxIds] });

  return {
    states: about('states', async ({ params, signal }) => {
      const { states, initialStates } = await http.call(receiverCalls.getReceiverStates, { params }, signal);
      const newest = [...initialStates, ...states].toSorted((one, other) => one.ts - other.ts);
      return Object.fromEntries(newest.map(({ rxId, ts }) => [rxId, ts]));
    }),
    perAntenna: about('perAntenna', async ({ params, time, rxIds, signal }) => {
      const query = { ...time, ...among(rxIds), health: 'with' as const };
      return http.call(statisticsCalls.countContactsPerAntenna, { params, query }, signal);
    }),
    aggregate: about('aggregate', async ({ params, time, rxIds, noise, signal }) => {
      const query = { ...time, ...groups, noise, ...(rxIds === null ? {} : { filteredRxs: [...rxIds] }) };
      return (await http.call(statisticsCalls.aggregateContacts, { params, query }, signal)).data;
    }),
    frequencies: about('frequencies', async ({ params, time, rxIds, noise, signal }) => {
      const query = { ...time, ...among(rxIds), noise };
      return (await http.call(statisticsCalls.getFrequencyHistogram, { params, query }, signal)).histData;
    }),
    codes: about('codes', async ({ params, time, rxIds, noise, signal }) => {
      const query = { ...time, ...among(rxIds), noise };
      return (await http.call(statisticsCalls.getCodeHistogram, { params, query }, signal)).histData;
    }),
    powers: about('powers', async ({ params, time, rxIds, noise, signal }) => {
      const query = { ...time, ...among(rxIds), noise };
      return (await http.call(statisticsCalls.getPowerHistogram, { params, query }, signal)).histData;
    }),
    timeline: about('timeline', async ({ params, time, rxIds, signal }) => {
      const query = { ...time, ...(rxIds === null ? {} : { rxIds: [...rxIds] }) };
      return (await http.call(statisticsCalls.getStateTimeline, { params, query }, signal)).timeline;
    }),
    beacons: about('beacons', async ({ params, time, signal }) => {
      return (await http.call(statisticsCalls.getBeaconStatus, { params, query: time }, signal)).beaconStatus;
    }),
  };
}
