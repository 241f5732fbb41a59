import { type ActorRefFrom, assign, setup } from 'xstate';
import { type KnownTags, noTags } from '../../model/config/known-tags.ts';
import { notProvided } from '../support/not-provided.ts';

export type KnownTagsEvent =
  /** They are loaded once more after they could not be. */
  { type: 'tags.retry' };

/** What a form knows of the system's transmitters. It does without, and says so where they did not come. */
export const knownTagsMachine = setup({
  types: {
    input: {} as { mitasId: string },
    context: {} as { mitasId: string; tags: KnownTags },
    events: {} as KnownTagsEvent,
    tags: {} as 'busy' | 'failed',
  },
  actors: { loadTags: notProvided<KnownTags, { mitasId: string }>() },
  actions: { takeTags: assign((_, { output }: { output: KnownTags }) => ({ tags: output })) },
}).createMachine({
  id: 'knownTags',
  context: ({ input: { mitasId } }) => ({ mitasId, tags: noTags }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadTags',
        src: 'loadTags',
        input: ({ context: { mitasId } }) => ({ mitasId }),
        onDone: { target: 'known', actions: { type: 'takeTags', params: ({ event }) => event } },
        onError: 'failed',
      },
    },
    known: {},
    failed: { tags: 'failed', on: { 'tags.retry': 'loading' } },
  },
});

export type KnownTagsRef = ActorRefFrom<typeof knownTagsMachine>;
