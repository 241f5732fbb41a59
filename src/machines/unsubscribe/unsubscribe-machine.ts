import { type ActorRefFrom, assign, setup } from 'xstate';
import { toFailure } from '../../model/contract/failure.ts';
import {
  notUnsubscribedText,
  tokenMissingText,
  type UnsubscribeReply,
  unsubscribeFailureText,
} from '../../model/forms/unsubscribe.ts';
import { notProvided } from '../support/not-provided.ts';

/** The token itself is known to the service alone: it lets whoever has it unsubscribe somebody. */
export type UnsubscribeInput = { hasToken: boolean };

/** The person wants it tried again. */
export type UnsubscribeEvent = { type: 'unsubscribe.retry' };

export type UnsubscribeContext = UnsubscribeInput & {
  reply: UnsubscribeReply | null;
  /** What is said where it failed. */
  failure: string | null;
};

/** MAIL-14: the page that the link of a mail leads to. It asks at once, and again when it is told to. */
export const unsubscribeMachine = setup({
  types: {
    context: {} as UnsubscribeContext,
    events: {} as UnsubscribeEvent,
    input: {} as UnsubscribeInput,
    tags: {} as 'busy' | 'done' | 'failed',
  },
  actors: { unsubscribe: notProvided<UnsubscribeReply>() },
  actions: {
    keep: assign((_, { output }: { output: UnsubscribeReply }) => ({ reply: output, failure: null })),
    refuse: assign({ failure: notUnsubscribedText }),
    missToken: assign({ failure: tokenMissingText }),
    fail: assign((_, { error }: { error: unknown }) => ({ failure: unsubscribeFailureText(toFailure(error)) })),
  },
  guards: {
    hasToken: ({ context }) => context.hasToken,
    isDone: (_, { output }: { output: UnsubscribeReply }) => output.success,
  },
}).createMachine({
  id: 'unsubscribe',
  context: ({ input }) => ({ ...input, reply: null, failure: null }),
  initial: 'opened',
  states: {
    opened: {
      always: [
        { guard: 'hasToken', target: 'asking' },
        { target: 'failed', actions: 'missToken' },
      ],
    },
    asking: {
      tags: 'busy',
      invoke: {
        id: 'unsubscribe',
        src: 'unsubscribe',
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => event },
            target: 'unsubscribed',
            actions: { type: 'keep', params: ({ event }) => event },
          },
          { target: 'failed', actions: 'refuse' },
        ],
        onError: { target: 'failed', actions: { type: 'fail', params: ({ event }) => event } },
      },
    },
    unsubscribed: { tags: 'done' },
    failed: {
      tags: 'failed',
      on: { 'unsubscribe.retry': { guard: 'hasToken', target: 'asking' } },
    },
  },
});

export type UnsubscribeRef = ActorRefFrom<typeof unsubscribeMachine>;
