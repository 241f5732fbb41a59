import { type ActorRefFrom, assign, setup } from 'xstate';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import { notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';

/** The request, passed on to `load`. */
export type LoadingInput = { request: object };

/** The answer of `load`. */
export type LoadingOutput = { content: unknown };

export type LoadingEvent = { type: 'loading.retry' };

export type LoadingContext = LoadingInput & {
  /** Null until loaded. */
  content: unknown;
  /** Why loading failed; null while it is in progress. */
  failure: Failure | null;
};

/** How long a dialog waits for its content before it counts as failed, in ms. */
const loadingLimitMs = 15_000;

/**
 * Loads what a dialog needs before it can be used (CFG-15): once, and again on Retry after a failure or
 * timeout. Its output is the content; stop it to cancel.
 */
export const loadingMachine = setup({
  types: {} as {
    input: LoadingInput;
    output: LoadingOutput;
    context: LoadingContext;
    events: LoadingEvent;
    tags: 'busy' | 'failed';
  },
  actors: { load: notProvided<unknown, object>() },
  actions: {
    takeContent: assign((_, { output }: { output: unknown }) => ({ content: output })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    noteUnanswered: assign({ failure: { kind: 'network' } }),
    forgetFailure: assign({ failure: null }),
  },
  delays: { limit: loadingLimitMs },
}).createMachine({
  id: 'loading',
  context: ({ input }) => ({ ...input, content: null, failure: null }),
  initial: 'asking',
  states: {
    asking: {
      tags: 'busy',
      entry: 'forgetFailure',
      invoke: {
        id: 'load',
        src: 'load',
        input: ({ context }) => context.request,
        onDone: { target: 'loaded', actions: { type: 'takeContent', params: theEvent } },
        onError: { target: 'failed', actions: { type: 'setFailure', params: theEvent } },
      },
      after: { limit: { target: 'failed', actions: 'noteUnanswered' } },
    },
    failed: { tags: 'failed', on: { 'loading.retry': 'asking' } },
    loaded: { type: 'final' },
  },
  output: ({ context: { content } }) => ({ content }),
});

export type LoadingRef = ActorRefFrom<typeof loadingMachine>;
