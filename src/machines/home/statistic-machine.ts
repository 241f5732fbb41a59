import { type ActorRefFrom, assign, setup, type SnapshotFrom } from 'xstate';
import type { PerAntenna, PerReceiver } from '../../model/charts/contact-charts.ts';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import type { MemoryForecast } from '../../model/home/attention.ts';
import { notProvided } from '../support/not-provided.ts';

/** What Home asks the host, and how each is answered. */
export type Answers = {
  perReceiver: PerReceiver;
  perAntenna: PerAntenna;
  forecasts: readonly MemoryForecast[];
};

export type Question = keyof Answers;

export type StatisticInput = { mitasId: string; question: Question };

export type StatisticEvent = { type: 'statistic.retry' };

export type StatisticContext = StatisticInput & {
  /** With the answer to its question, once that came. */
  answers: Partial<Answers>;
  /** Why it did not come when it was asked last. */
  failure: Failure | null;
};

/** What is counted by the hour needs no more. */
const statisticRefreshMs = 300_000;

/** One question of Home: asked at once, and again every five minutes; what was answered stays (CHART-4). */
export const statisticMachine = setup({
  types: {
    input: {} as StatisticInput,
    context: {} as StatisticContext,
    events: {} as StatisticEvent,
    tags: {} as 'busy' | 'ready' | 'failed' | 'stale',
  },
  actors: { loadStatistic: notProvided<Partial<Answers>, StatisticInput>() },
  actions: {
    takeAnswer: assign((_, { output }: { output: Partial<Answers> }) => ({ answers: output, failure: null })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
  },
  delays: { statisticRefresh: statisticRefreshMs },
}).createMachine({
  id: 'statistic',
  context: ({ input }) => ({ ...input, answers: {}, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadStatistic',
        src: 'loadStatistic',
        input: ({ context: { mitasId, question } }) => ({ mitasId, question }),
        onDone: { target: 'shown', actions: { type: 'takeAnswer', params: ({ event }) => event } },
        onError: { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event } },
      },
    },
    failed: { tags: 'failed', on: { 'statistic.retry': 'loading' } },
    shown: { tags: 'ready', after: { statisticRefresh: 'renewing' } },
    renewing: {
      tags: 'ready',
      invoke: {
        id: 'renewStatistic',
        src: 'loadStatistic',
        input: ({ context: { mitasId, question } }) => ({ mitasId, question }),
        onDone: { target: 'shown', actions: { type: 'takeAnswer', params: ({ event }) => event } },
        onError: { target: 'old', actions: { type: 'setFailure', params: ({ event }) => event } },
      },
    },
    /** What is shown is not of now. */
    old: { tags: ['ready', 'stale'], on: { 'statistic.retry': 'renewing' }, after: { statisticRefresh: 'renewing' } },
  },
});

export type StatisticRef = ActorRefFrom<typeof statisticMachine>;
export type StatisticSnapshot = SnapshotFrom<typeof statisticMachine>;
