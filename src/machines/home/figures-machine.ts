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

/** What Home asks of the past, and how each is answered (CHART-4). */
export type Answers = {
  perReceiver: PerReceiver;
  perAntenna: PerAntenna;
  aggregate: readonly AggregateRow[];
  forecasts: readonly MemoryForecast[];
  pastHour: PastMinutes;
  animals: AnimalsHeard;
};

/** Home's aggregate is asked with what its dialog says. */
export type AggregateAsked = FiguresInput & { filter: WholeFilter };

/** What is counted by the hour needs no more. */
const refreshMs = 300_000;

/** What is counted by the minute is renewed as often. */
const minuteMs = 60_000;

/** How many slides the carousel has: contacts per receiver, per antenna, and put together. */
const slides = 3;

/**
 * What Home shows of the past: the carousel of its charts, its questions to the host, each with a machine of
 * its own, so that one that fails takes nothing with it, and what fills the gauge at once (LIVE-11).
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
    // Without an answer the gauge is filled by what it counts itself, five seconds later.
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
    /** By a defect, which ends none of the others: where it stood is an error with Retry. */
    broken: { tags: 'failed' },
  },
});

export type FiguresRef = ActorRefFrom<typeof figuresMachine>;
type FiguresSnapshot = SnapshotFrom<typeof figuresMachine>;

/** The machine of the carousel. */
export function selectCarousel({ children }: FiguresSnapshot): CarouselRef | undefined {
  return children.carousel as CarouselRef | undefined;
}

/** The machine of a question. */
export function selectQuestion<Q extends keyof Answers>(
  { children }: FiguresSnapshot,
  of: Q,
): QuestionRef<Answers[Q]> | undefined {
  return children[of] as QuestionRef<Answers[Q]> | undefined;
}
