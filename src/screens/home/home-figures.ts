import { fromPromise } from 'xstate';
import type { Services } from '../../services/ports.ts';
import { type AggregateAsked, type Answers, type FiguresInput, figuresMachine } from '../../machines/home/figures-machine.ts';
import type { HomePart } from '../../machines/home/home-machine.ts';
import { contactWindowIn, hostNow } from '../../machines/contact-window/contact-window-machine.ts';
import { question } from '../../machines/question/question.ts';
import { timesIn } from '../../machines/journal/times-in.ts';
import { journalIn } from '../../machines/journal/journal-actor.ts';
import { shown } from '../../machines/journal/journal-selectors.ts';
import { animalCalls } from '../../model/contract/animal-calls.ts';
import { startOfDay } from '../../model/home/animals-heard.ts';
import { statisticsCalls } from '../../model/contract/statistics-calls.ts';
import { vitalsCalls } from '../../model/contract/vitals-calls.ts';
import type { Receiver } from '../../model/entities/receiver.ts';
import { type MemoryForecast, toForecast } from '../../model/home/attention.ts';
import { type PastMinutes, minutesToAsk, withMinutes } from '../../model/home/past-hour.ts';
import { daysToFull } from '../../model/receivers/memory-forecast.ts';
import { figuresViews } from '../../views/home/figures-views.ts';

const past = (recentAmount: number, recentUnit: 'minute' | 'hour' | 'day') =>
  ({ timeSelect: 'recent', recentAmount: String(recentAmount), recentUnit }) as const;

/** Returns Home's figures of the past (NAV-22, NAV-23) with their calls. */
export function homeFigures({ http, clock }: Services): HomePart {
  const perReceiver = (mitasId: string, query: ReturnType<typeof past>, signal: AbortSignal) =>
    http.call(statisticsCalls.countContactsPerReceiver, { params: { mitasId }, query }, { signal });

  const forecastsOf = async (mitasId: string, fleet: readonly Receiver[], signal: AbortSignal) => {
    const forecasts: MemoryForecast[] = [];
    // Load the histories one after another: they are not urgent, and each makes the host read days of
    // reports.
    for (const id of toForecast(fleet)) {
      const request = { params: { mitasId, id }, query: past(7, 'day') };
      const history = await http.call(vitalsCalls.listReceiverVitals, request, { signal });
      const days = daysToFull(history, clock.now());
      if (days !== null) forecasts.push({ rxId: id, days });
    }
    return forecasts;
  };

  const countMinute = fromPromise(async ({ input: { mitasId }, signal }: { input: FiguresInput; signal: AbortSignal }) => {
    const { rxContacts } = await perReceiver(mitasId, past(1, 'minute'), signal);
    return rxContacts.reduce((sum, { count }) => sum + count, 0);
  });
  // The past hour, once loaded; then only its last minutes are requested again (NAV-32).
  let hour: PastMinutes | null = null;
  const countPastHour = async (mitasId: string, now: number, signal: AbortSignal): Promise<PastMinutes> => {
    const query = { timeSelect: 'range' as const, range: [...minutesToAsk(hour, now)] };
    const came = await http.call(statisticsCalls.countContactsPerMinute, { params: { mitasId }, query }, { signal });
    hour = withMinutes(hour, came);
    return hour;
  };
  const questions = {
    perReceiver: question<FiguresInput>(async ({ input: { mitasId }, signal }) => {
      const { rxContacts } = await perReceiver(mitasId, past(1, 'day'), signal);
      return rxContacts satisfies Answers['perReceiver'];
    }),
    perAntenna: question<FiguresInput>(async ({ input: { mitasId }, signal }) => {
      const query = past(24, 'hour');
      const { contacts } = await http.call(statisticsCalls.countContactsPerAntenna, { params: { mitasId }, query }, { signal });
      return contacts satisfies Answers['perAntenna'];
    }),
    aggregate: question<AggregateAsked>(async ({ input: { mitasId, filter }, signal }) => {
      const { hours, codes, khz, code, freq, ants } = filter;
      const only = {
        ...(code === null ? {} : { filteredCodes: [code] }),
        ...(freq === null ? {} : { filteredFreqs: [freq] }),
        ...(ants.length === 0 ? {} : { filteredAnts: [...ants] }),
      };
      const query = { ...past(hours, 'hour'), groupCodeBy: codes, groupFreqBy: khz, ...only };
      const { data } = await http.call(statisticsCalls.aggregateContacts, { params: { mitasId }, query }, { signal });
      return data satisfies Answers['aggregate'];
    }),
    pastHour: question<FiguresInput>(({ input: { mitasId }, signal, system }) =>
      countPastHour(mitasId, hostNow(contactWindowIn(system).getSnapshot().context), signal),
    ),
    animals: question<FiguresInput>(async ({ input: { mitasId }, signal, system }) => {
      const from = startOfDay(hostNow(contactWindowIn(system).getSnapshot().context), timesIn(system));
      return http.call(animalCalls.countAnimalsHeard, { params: { mitasId }, query: { from } }, { signal });
    }),
    forecasts: question<FiguresInput>(({ input: { mitasId }, signal, system }) =>
      forecastsOf(mitasId, Object.values(shown(journalIn(system).getSnapshot()).fleet.receivers), signal),
    ),
  };
  return { actor: figuresMachine.provide({ actors: { ...questions, countMinute } }), view: figuresViews };
}
