import { type ActorRefFrom, assign, setup } from 'xstate';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import { notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';

/** What is asked for, as `load` takes it. */
export type LoadingInput = { request: object };

/** What came: as `load` answers it. */
export type LoadingOutput = { content: unknown };

export type LoadingEvent = { type: 'loading.retry' };

export type LoadingContext = LoadingInput & {
  /** Null until it came. */
  content: unknown;
  /** Why it did not come; null while it is asked for. */
  failure: Failure | null;
};

/** How long a person waits for what a dialog shows before it counts as not coming, in ms. */
const loadingLimitMs = 15_000;

/**
 * What a dialog needs before it can be used (CFG-15): asked for once, and again on Retry where it did not
 * come in time or failed. Its output is what came; whoever needs no more of it stops it.
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
