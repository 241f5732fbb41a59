import type * as v from 'valibot';
import { type ActorRefFrom, assign, setup } from 'xstate';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import type { animalSchema } from '../../model/entities/animal.ts';
import { record } from '../journal/record.ts';
import type { ScreenInput } from '../screen/screen-events.ts';
import { notProvided } from '../support/not-provided.ts';

type Animal = v.InferOutput<typeof animalSchema>;
type Answer = { animals: Animal[] };

export type AnimalsContext = {
  mitasId: string;
  failure: Failure | null;
};

/** Loads the animals of a system (REG-6); what came is a fact, which the screen's read model folds. */
export const animalsMachine = setup({
  types: {
    input: {} as ScreenInput,
    context: {} as AnimalsContext,
    events: {} as { type: 'animals.retry' },
    tags: {} as 'busy' | 'ready' | 'failed',
  },
  actors: { loadAnimals: notProvided<Answer, { mitasId: string }>() },
  actions: {
    recordAnswer: record((_, __, { output: { animals } }: { output: Answer }) => ({
      type: 'happened',
      fact: { type: 'animals.loaded', animals },
    })),
    forgetFailure: assign({ failure: null }),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
  },
}).createMachine({
  id: 'animals',
  context: ({ input }) => ({ mitasId: input.mitasId, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadAnimals',
        src: 'loadAnimals',
        input: ({ context }) => ({ mitasId: context.mitasId }),
        onDone: { target: 'shown', actions: [{ type: 'recordAnswer', params: ({ event }) => event }, 'forgetFailure'] },
        onError: { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event } },
      },
    },
    shown: { tags: 'ready' },
    failed: { tags: 'failed', on: { 'animals.retry': 'loading' } },
  },
});

export type AnimalsRef = ActorRefFrom<typeof animalsMachine>;
