import type * as v from 'valibot';
import { type ActorRefFrom, assign, setup } from 'xstate';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import type { transmitterSchema } from '../../model/entities/transmitter.ts';
import type { ScreenInput } from '../screen/screen-events.ts';
import { notProvided } from '../support/not-provided.ts';

type Transmitter = v.InferOutput<typeof transmitterSchema>;
type Answer = { transmitters: readonly Transmitter[] };

export type TransmittersContext = {
  mitasId: string;
  transmitters: readonly Transmitter[];
  failure: Failure | null;
};

/** The transmitters of a system (REG-1): nobody else needs this answer, so that it is kept here (JRN-9). */
export const transmittersMachine = setup({
  types: {
    input: {} as ScreenInput,
    context: {} as TransmittersContext,
    events: {} as { type: 'transmitters.retry' },
    tags: {} as 'busy' | 'ready' | 'failed',
  },
  actors: { loadTransmitters: notProvided<Answer, { mitasId: string }>() },
  actions: {
    keepAnswer: assign((_, { output }: { output: Answer }) => ({ transmitters: output.transmitters, failure: null })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
  },
}).createMachine({
  id: 'transmitters',
  context: ({ input }) => ({ mitasId: input.mitasId, transmitters: [], failure: null }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadTransmitters',
        src: 'loadTransmitters',
        input: ({ context }) => ({ mitasId: context.mitasId }),
        onDone: { target: 'shown', actions: { type: 'keepAnswer', params: ({ event }) => event } },
        onError: { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event } },
      },
    },
    shown: { tags: 'ready' },
    failed: { tags: 'failed', on: { 'transmitters.retry': 'loading' } },
  },
});

export type TransmittersRef = ActorRefFrom<typeof transmittersMachine>;
