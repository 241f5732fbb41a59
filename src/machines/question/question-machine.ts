import { type ActorRefFrom, assign, fromCallback, setup, type SnapshotFrom } from 'xstate';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import { reloadRetryMs } from '../../model/session/resources.ts';
import type { ScreenInput } from '../screen/screen-events.ts';
import type { SocketDelivery } from '../socket/socket-events.ts';
import { type CallbackLogic, notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';

/** The events of a question that come from outside its page. */
export type Occasion =
  /** Whether the person may ask: at first, and whenever it changes. */
  | { type: 'right.known'; may: boolean }
  /** The answer may be outdated. */
  | { type: 'question.outdated' };

export type QuestionEvent =
  /** A new request; the old answer is dropped. */
  | { type: 'question.asked'; request: object }
  /** The person asks again, after a failure or for a newer answer. */
  | { type: 'question.again' }
  | Occasion;

type AskedInput = {
  /** The input of `ask`; null before the first request. */
  request: object | null;
  /** The interval of automatic refreshes in ms; without it there are none. */
  refreshMs?: number;
  /** If true, nothing is requested until `right.known` allows it. */
  awaitsRight?: boolean;
};

/** A question that is a screen's only actor gets the screen's input. */
export type QuestionInput = AskedInput | ScreenInput;

export type QuestionContext = {
  request: object | null;
  refreshMs: number | null;
  awaitsRight: boolean;
  /** Null until it arrives; the previous answer during a refresh. */
  answer: unknown;
  /** Why the last request failed. */
  failure: Failure | null;
  /** True if the answer may have become outdated while it was loading. */
  isOutdated: boolean;
};

/**
 * The shortest pause (ms) between an answer and the next request, however often the line declares the answer
 * outdated.
 */
const restMs = 5_000;

/** A valid delay for the refresh timer of a question without refreshes, which ignores the timer. */
const unusedRefreshMs = 300_000;

/** The occasions of a question that has none. */
export const noOccasions: CallbackLogic<SocketDelivery, object, Occasion> = fromCallback<SocketDelivery, object>(() => {});

/**
 * One question to the host (NAV-29), with its own loading, answer, refresh and failure. A new answer replaces
 * the old one when it arrives; a new request cancels the one in progress.
 */
export const questionMachine = setup({
  types: {} as {
    input: QuestionInput;
    context: QuestionContext;
    events: QuestionEvent;
    tags: 'idle' | 'busy' | 'ready' | 'failed' | 'stale';
  },
  actors: {
    ask: notProvided<unknown, object>(),
    /** Reports when the answer is outdated, or the right to ask has changed. */
    occasions: noOccasions,
  },
  actions: {
    setRequest: assign((_, { request }: { request: object }) => ({ request })),
    takeAnswer: assign((_, { output }: { output: unknown }) => ({ answer: output, failure: null })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    forget: assign({ answer: null, failure: null, isOutdated: false }),
    noteOutdated: assign({ isOutdated: true }),
    noteAsked: assign({ isOutdated: false }),
  },
  guards: {
    isAsked: ({ context }) => context.request !== null && !context.awaitsRight,
    mayAsk: ({ context }, { may }: { may: boolean }) => may && context.request !== null,
    isOutdated: ({ context }) => context.isOutdated,
    isRefreshed: ({ context }) => context.refreshMs !== null,
  },
  delays: {
    refresh: ({ context }) => context.refreshMs ?? unusedRefreshMs,
    rest: restMs,
    retry: reloadRetryMs,
  },
}).createMachine({
  id: 'question',
  context: ({ input }) => ({
    ...askedBy(input),
    answer: null,
    failure: null,
    isOutdated: false,
  }),
  initial: 'watched',
  states: {
    watched: {
      invoke: {
        id: 'occasions',
        src: 'occasions',
        input: ({ context }) => context.request ?? {},
        onError: { target: 'unwatched', actions: { type: 'setFailure', params: theEvent } },
      },
      initial: 'deciding',
      on: {
        'question.asked': { target: '.asking', actions: { type: 'setRequest', params: theEvent } },
        'right.known': [{ guard: { type: 'mayAsk', params: theEvent }, target: '.asking' }, { target: '.idle' }],
      },
      states: {
        deciding: { always: [{ guard: 'isAsked', target: 'asking' }, { target: 'idle' }] },
        idle: { tags: 'idle', entry: 'forget' },
        asking: {
          tags: 'busy',
          entry: 'forget',
          invoke: {
            id: 'askFirst',
            src: 'ask',
            input: ({ context }) => context.request ?? {},
            onDone: { target: 'answered', actions: { type: 'takeAnswer', params: theEvent } },
            onError: { target: 'failed', actions: { type: 'setFailure', params: theEvent } },
          },
          on: { 'question.outdated': { actions: 'noteOutdated' } },
        },
        failed: {
          tags: 'failed',
          initial: 'waiting',
          on: { 'question.again': 'asking' },
          states: {
            waiting: {
              on: { 'question.outdated': 'renewing' },
              after: { refresh: { guard: 'isRefreshed', target: 'renewing' } },
            },
            /** Retries after a failure; the failure is shown until an answer arrives. */
            renewing: {
              tags: 'busy',
              entry: 'noteAsked',
              invoke: {
                id: 'askUnseen',
                src: 'ask',
                input: ({ context }) => context.request ?? {},
                onDone: {
                  target: '#question.watched.answered',
                  actions: { type: 'takeAnswer', params: theEvent },
                },
                onError: { target: 'waiting', actions: { type: 'setFailure', params: theEvent } },
              },
              on: { 'question.outdated': { actions: 'noteOutdated' } },
            },
          },
        },
        answered: {
          tags: 'ready',
          initial: 'deciding',
          on: { 'question.again': '.renewing', 'question.outdated': { actions: 'noteOutdated' } },
          states: {
            deciding: { always: [{ guard: 'isOutdated', target: 'renewing' }, { target: 'whole' }] },
            /** The answer is up to date. The pause counts as part of the refresh interval. */
            whole: {
              initial: 'free',
              after: { refresh: { guard: 'isRefreshed', target: 'renewing' } },
              states: {
                free: { on: { 'question.outdated': '#question.watched.answered.renewing' } },
                resting: {
                  after: {
                    rest: [{ guard: 'isOutdated', target: '#question.watched.answered.renewing' }, { target: 'free' }],
                  },
                },
              },
            },
            renewing: {
              tags: 'busy',
              entry: 'noteAsked',
              invoke: {
                id: 'askAgain',
                src: 'ask',
                input: ({ context }) => context.request ?? {},
                onDone: { target: 'whole.resting', actions: { type: 'takeAnswer', params: theEvent } },
                onError: { target: 'old', actions: { type: 'setFailure', params: theEvent } },
              },
            },
            /** The refresh failed; the previous answer is still shown. */
            old: {
              tags: 'stale',
              after: { rest: { guard: 'isOutdated', target: 'renewing' }, retry: 'renewing' },
            },
          },
        },
      },
    },
    /** The actor that reports outdated answers failed; the shown answer may be old. */
    unwatched: { tags: ['failed', 'stale'], on: { 'question.again': 'watched' } },
  },
});

function askedBy(input: QuestionInput): Pick<QuestionContext, 'request' | 'refreshMs' | 'awaitsRight'> {
  if (!('request' in input)) return { request: input, refreshMs: null, awaitsRight: false };
  const { request, refreshMs = null, awaitsRight = false } = input;
  return { request, refreshMs, awaitsRight };
}

export type QuestionMachine = typeof questionMachine;
export type QuestionSnapshot = SnapshotFrom<QuestionMachine>;

/**
 * A reference to a question whose answer is an `Answer`. The parameter is only for the compiler; XState does
 * not know it.
 */
export type QuestionRef<Answer> = ActorRefFrom<QuestionMachine> & { readonly answers?: Answer };
