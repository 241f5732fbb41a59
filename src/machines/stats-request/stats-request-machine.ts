import { type ActorRefFrom, assign, setup, type SnapshotFrom } from 'xstate';
import { firstQuestion, plain, statsAddress, type StatsQuestion, whyNotAsked } from '../../model/statistics/stats-question.ts';
import { questionMachine, type QuestionRef } from '../question/question-machine.ts';
import type { ScreenInput, SearchChanged } from '../screen/screen-events.ts';
import { notProvidedAction } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import type { StatsAnswers } from './stats-answers.ts';

export type StatsRequestEvent =
  | SearchChanged
  /** A person sets the question, which counts when it is asked. */
  | { type: 'question.change'; part: Partial<StatsQuestion> }
  | { type: 'stats.request' }
  /** The page stands: what is asked unprompted keeps it from nothing. */
  | { type: 'stats.drawn' };

export type StatsRequestContext = ScreenInput & {
  /** What the panel shows. */
  draft: StatsQuestion;
  /** What is shown; null before anything was asked for. */
  asked: StatsQuestion | null;
};

/** What each of the page's questions is asked with. */
export type StatsAsked = { mitasId: string; question: StatsQuestion };

/** As the charts of Home (CHART-4). */
const refreshMs = 300_000;

const askedOf = ({ context: { mitasId, asked } }: { context: StatsRequestContext }) => ({
  request: { mitasId, question: asked ?? firstQuestion } satisfies StatsAsked,
  // Past days do not change.
  ...(asked?.timeSelect === 'recent' ? { refreshMs } : {}),
});

/**
 * The page of statistics (STAT-9): what its panel says is asked for by a press, by eight questions at once,
 * of which each is answered or fails by itself; another request forgets what was answered. A page that is
 * opened without a request asks the usual one once it is drawn (STAT-18), and never again in its visit.
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
    /** Puts what is asked for into the address: a step that Back takes back, or none. */
    writeAddress: notProvidedAction<{ asked: StatsQuestion; how: 'push' | 'replace' }>(),
  },
  guards: {
    isAsked: ({ context }) => context.asked !== null,
    /** Of an address that cannot be read the page says why, and answers nothing else. */
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
        /** One of them by a defect, which ends none of the others: where it stood is an error. */
        broken: { tags: 'failed' },
      },
    },
  },
});

export type StatsRequestRef = ActorRefFrom<typeof statsRequestMachine>;

/** The machine of a question, where it is asked. */
export function selectStatsQuestion<Q extends keyof StatsAnswers>(
  { children }: SnapshotFrom<typeof statsRequestMachine>,
  of: Q,
): QuestionRef<StatsAnswers[Q]> | undefined {
  return children[of] as QuestionRef<StatsAnswers[Q]> | undefined;
}
