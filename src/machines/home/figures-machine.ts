import { type ActorRefFrom, sendTo, setup, type SnapshotFrom } from 'xstate';
import { contactWindowId } from '../contact-window/contact-window-machine.ts';
import { notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import { carouselMachine, type CarouselRef } from './carousel-machine.ts';
import { questionMachine, type QuestionRef } from '../question/question-machine.ts';
import type { PerAntenna, PerReceiver } from '../../model/charts/contact-charts.ts';
import type { AggregateRow } from '../../model/statistics/statistics-charts.ts';
import { usualAggregate, type WholeFilter } from '../../model/statistics/aggregate-filter.ts';
import type { MemoryForecast } from '../../model/home/attention.ts';
import type { AnimalsHeard } from '../../model/home/animals-heard.ts';
import type { PastMinutes } from '../../model/home/past-hour.ts';

export type FiguresInput = { mitasId: string };

/** Home's questions about the past, with the type of each answer (CHART-4). */
export type Answers = {
  perReceiver: PerReceiver;
  perAntenna: PerAntenna;
  aggregate: readonly AggregateRow[];
  forecasts: readonly MemoryForecast[];
  pastHour: PastMinutes;
  animals: AnimalsHeard;
};

/** The request for Home's aggregate, with the filter of its dialog. */
export type AggregateAsked = FiguresInput & { filter: WholeFilter };

/** The refresh interval of hourly counts, in ms. */
const refreshMs = 300_000;

/** The refresh interval of counts by minute, in ms. */
const minuteMs = 60_000;

/** The number of slides in the carousel: contacts per receiver, per antenna, and aggregated. */
const slides = 3;

/**
 * Home's figures of the past: the carousel, one machine for each question to the host, so that a failure
 * stays with its question, and the request that fills the gauge at once (LIVE-11).
 */
export const figuresMachine = setup({
  types: {} as { input: FiguresInput; context: FiguresInput; tags: 'failed' },
  actors: {
    carousel: carouselMachine,
    perReceiver: questionMachine,
    perAntenna: questionMachine,
    aggregate: questionMachine,
    forecasts: questionMachine,
    pastHour: questionMachine,
    animals: questionMachine,
    countMinute: notProvided<number, FiguresInput>(),
  },
  actions: {
    fillGauge: sendTo(
      ({ system }) => system.get(contactWindowId),
      (_, { output }: { output: number }) => ({ type: 'gauge.filled', perMinute: output }),
    ),
  },
}).createMachine({
  id: 'figures',
  context: ({ input }) => input,
  initial: 'shown',
  invoke: [
    // If the host does not answer, live contacts fill the gauge five seconds later.
    {
      id: 'countMinute',
      src: 'countMinute',
      input: ({ context }) => context,
      onDone: { actions: { type: 'fillGauge', params: theEvent } },
      onError: {},
    },
    { id: 'carousel', src: 'carousel', input: { slides }, onError: '.broken' },
    { id: 'perReceiver', src: 'perReceiver', input: ({ context }) => ({ request: context, refreshMs }), onError: '.broken' },
    { id: 'perAntenna', src: 'perAntenna', input: ({ context }) => ({ request: context, refreshMs }), onError: '.broken' },
    {
      id: 'aggregate',
      src: 'aggregate',
      input: ({ context }) => ({ request: { ...context, filter: usualAggregate } satisfies AggregateAsked, refreshMs }),
      onError: '.broken',
    },
    { id: 'pastHour', src: 'pastHour', input: ({ context }) => ({ request: context, refreshMs: minuteMs }), onError: '.broken' },
    { id: 'animals', src: 'animals', input: ({ context }) => ({ request: context, refreshMs: minuteMs }), onError: '.broken' },
    { id: 'forecasts', src: 'forecasts', input: ({ context }) => ({ request: context, refreshMs }), onError: '.broken' },
  ],
  states: {
    shown: {},
    /** A question broke because of a defect: it shows an error with Retry, and the others go on. */
    broken: { tags: 'failed' },
  },
});

export type FiguresRef = ActorRefFrom<typeof figuresMachine>;
type FiguresSnapshot = SnapshotFrom<typeof figuresMachine>;

/** Returns the carousel's machine. */
export function selectCarousel({ children }: FiguresSnapshot): CarouselRef | undefined {
  return children.carousel as CarouselRef | undefined;
}

/** Returns the machine of a question. */
export function selectQuestion<Q extends keyof Answers>(
  { children }: FiguresSnapshot,
  of: Q,
): QuestionRef<Answers[Q]> | undefined {
  return children[of] as QuestionRef<Answers[Q]> | undefined;
}
