import { type ActorRefFrom, assign, setup, type SnapshotFrom } from 'xstate';
import { firstQuestion, plain, statsAddress, type StatsQuestion, whyNotAsked } from '../../model/statistics/stats-question.ts';
import { questionMachine, type QuestionRef } from '../question/question-machine.ts';
import type { ScreenInput, SearchChanged } from '../screen/screen-events.ts';
import { notProvidedAction } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import type { StatsAnswers } from './stats-answers.ts';

export type StatsRequestEvent =
  | SearchChanged
  /** The person changes the question, or sends it. */
  | { type: 'question.change'; part: Partial<StatsQuestion> }
  | { type: 'stats.request' }
  /** The page is drawn; only now an automatic request may start. */
  | { type: 'stats.drawn' };

export type StatsRequestContext = ScreenInput & {
  /** The question in the panel. */
  draft: StatsQuestion;
  /** The question whose answers are shown; null before the first request. */
  asked: StatsQuestion | null;
};

/** The request of each of the page's questions. */
export type StatsAsked = { mitasId: string; question: StatsQuestion };

/** The refresh interval in ms, the same as for Home's charts (CHART-4). */
const refreshMs = 300_000;

const askedOf = ({ context: { mitasId, asked } }: { context: StatsRequestContext }) => ({
  request: { mitasId, question: asked ?? firstQuestion } satisfies StatsAsked,
  // Past days do not change, so they are not refreshed.
  ...(asked?.timeSelect === 'recent' ? { refreshMs } : {}),
});

/**
 * The Statistics page (STAT-9): pressing the button sends the panel's question as eight requests, each with
 * its own answer or failure; a new request drops the old answers. A page opened without a question sends the
 * default one once it is drawn (STAT-18), at most once a visit.
 */
export const statsRequestMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: StatsRequestContext;
    events: StatsRequestEvent;
    tags: 'opening' | 'asked' | 'failed';
  },
  actors: {
    states: questionMachine,
    perAntenna: questionMachine,
    aggregate: questionMachine,
    frequencies: questionMachine,
    codes: questionMachine,
    powers: questionMachine,
    timeline: questionMachine,
    beacons: questionMachine,
  },
  actions: {
    change: assign(({ context: { draft } }, { part }: { part: Partial<StatsQuestion> }) => ({ draft: { ...draft, ...part } })),
    takeDraft: assign(({ context: { draft } }) => ({ asked: plain(draft) })),
    takeFirst: assign({ asked: firstQuestion }),
    takePlace: assign(({ context: { draft } }, { search }: { search: string }) => {
      const { asked } = statsAddress.read(search).state;
      return { search, asked, draft: asked ?? draft };
    }),
    noteSearch: assign((_, { search }: { search: string }) => ({ search })),
    /** Writes the question to the address, with or without a step in the browser's history. */
    writeAddress: notProvidedAction<{ asked: StatsQuestion; how: 'push' | 'replace' }>(),
  },
  guards: {
    isAsked: ({ context }) => context.asked !== null,
    /** False if the address is invalid; the page then only says why. */
    isReadable: ({ context }) => statsAddress.read(context.search).refused.length === 0,
    isWhole: ({ context }) => whyNotAsked(context.draft) === null,
    asksAnother: ({ context }, { search }: { search: string }) =>
      JSON.stringify(statsAddress.read(search).state.asked) !== JSON.stringify(context.asked),
  },
}).createMachine({
  id: 'statsRequest',
  context: ({ input }) => {
    const { asked } = statsAddress.read(input.search).state;
    return { ...input, asked, draft: asked ?? firstQuestion };
  },
  initial: 'arriving',
  on: {
    'question.change': { actions: { type: 'change', params: theEvent } },
    'stats.request': {
      guard: 'isWhole',
      target: '.asked',
      reenter: true,
      actions: ['takeDraft', { type: 'writeAddress', params: ({ context }) => ({ asked: plain(context.draft), how: 'push' }) }],
    },
    'place.changed': [
      {
        guard: { type: 'asksAnother', params: theEvent },
        target: '.deciding',
        actions: { type: 'takePlace', params: theEvent },
      },
      { actions: { type: 'noteSearch', params: theEvent } },
    ],
  },
  states: {
    arriving: {
      always: [{ guard: 'isAsked', target: 'asked' }, { guard: 'isReadable', target: 'opening' }, { target: 'unasked' }],
    },
    opening: {
      tags: 'opening',
      on: {
        'stats.drawn': {
          target: 'asked',
          actions: ['takeFirst', { type: 'writeAddress', params: { asked: firstQuestion, how: 'replace' } }],
        },
      },
    },
    deciding: { always: [{ guard: 'isAsked', target: 'asked' }, { target: 'unasked' }] },
    unasked: {},
    asked: {
      tags: 'asked',
      invoke: [
        { id: 'states', src: 'states', input: askedOf, onError: '.broken' },
        { id: 'perAntenna', src: 'perAntenna', input: askedOf, onError: '.broken' },
        { id: 'aggregate', src: 'aggregate', input: askedOf, onError: '.broken' },
        { id: 'frequencies', src: 'frequencies', input: askedOf, onError: '.broken' },
        { id: 'codes', src: 'codes', input: askedOf, onError: '.broken' },
        { id: 'powers', src: 'powers', input: askedOf, onError: '.broken' },
        { id: 'timeline', src: 'timeline', input: askedOf, onError: '.broken' },
        { id: 'beacons', src: 'beacons', input: askedOf, onError: '.broken' },
      ],
      initial: 'shown',
      states: {
        shown: {},
        /** A question broke because of a defect: it shows an error, and the others go on. */
        broken: { tags: 'failed' },
      },
    },
  },
});

export type StatsRequestRef = ActorRefFrom<typeof statsRequestMachine>;

/** Returns the machine of a question, if it was sent. */
export function selectStatsQuestion<Q extends keyof StatsAnswers>(
  { children }: SnapshotFrom<typeof statsRequestMachine>,
  of: Q,
): QuestionRef<StatsAnswers[Q]> | undefined {
  return children[of] as QuestionRef<StatsAnswers[Q]> | undefined;
}
