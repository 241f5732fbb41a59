import { type ActorRefFrom, assign, fromCallback, setup, type SnapshotFrom } from 'xstate';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import { reloadRetryMs } from '../../model/session/resources.ts';
import type { ScreenInput } from '../screen/screen-events.ts';
import type { SocketDelivery } from '../socket/socket-events.ts';
import { type CallbackLogic, notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';

/** What a question hears that nobody did on its page. */
export type Occasion =
  /** Whether the person may ask: at once, and when that changes. */
  | { type: 'right.known'; may: boolean }
  /** The answer may be older than what the host now has. */
  | { type: 'question.outdated' };

export type QuestionEvent =
  /** It is asked with another request: what was answered before is forgotten. */
  | { type: 'question.asked'; request: object }
  /** A person asks again: after a failure, or for a newer answer. */
  | { type: 'question.again' }
  | Occasion;

type AskedInput = {
  /** What `ask` is given; null where nothing is asked yet. */
  request: object | null;
  /** After how many ms an answer is asked for again by itself; without it never. */
  refreshMs?: number;
  /** True where nothing is asked before `right.known` says that the person may. */
  awaitsRight?: boolean;
};

/** A question that is the whole actor of a screen is asked with the screen's input. */
export type QuestionInput = AskedInput | ScreenInput;

export type QuestionContext = {
  request: object | null;
  refreshMs: number | null;
  awaitsRight: boolean;
  /** Null until it came; the older one while a newer one is asked for. */
  answer: unknown;
  /** Why the last one did not come. */
  failure: Failure | null;
  /** True when it may have become older while it was asked for. */
  isOutdated: boolean;
};

/** How long the host rests after an answer, in ms, however often the line says that it is outdated. */
const restMs = 5_000;

/** Guards nothing: a question without a refresh never acts on this timer. */
const unusedRefreshMs = 300_000;

/** Occasions of a question that has none. */
export const noOccasions: CallbackLogic<SocketDelivery, object, Occasion> = fromCallback<SocketDelivery, object>(() => {});

/**
 * One question to the host (NAV-29): asked, shown, renewed and failed by itself. A newer answer replaces the
 * older one only when it came; another request supersedes the one on its way.
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
    /** Sends when the question should be asked again, or may not be. */
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
            /** Nobody asked for it: the failure stays until an answer comes. */
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
            /** The rest is within the time until it is renewed. */
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
            /** A newer answer did not come: the older one is still shown. */
            old: {
              tags: 'stale',
              after: { rest: { guard: 'isOutdated', target: 'renewing' }, retry: 'renewing' },
            },
          },
        },
      },
    },
    /** Nothing says any more when the answer is outdated: what is shown may be old. */
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

/** A question whose answer is an `Answer`: a type only, XState does not know of it. */
export type QuestionRef<Answer> = ActorRefFrom<QuestionMachine> & { readonly answers?: Answer };
