import { type ActorRefFrom, setup } from 'xstate';
import { questionMachine } from '../question/question-machine.ts';
import { registryMachine } from '../registry/registry-machine.ts';
import type { ScreenInput, SearchChanged } from '../screen/screen-events.ts';

/** Animals → Tags: the registry, and for a place on the map what lies under it and where the device is. */
export const tagsPageMachine = setup({
  types: {
    input: {} as ScreenInput,
    context: {} as ScreenInput,
    events: {} as SearchChanged,
    tags: {} as 'failed',
    children: {} as { registry: 'registry'; land: 'land'; position: 'position' },
  },
  actors: { registry: registryMachine, land: questionMachine, position: questionMachine },
}).createMachine({
  id: 'tagsPage',
  context: ({ input }) => input,
  invoke: [
    { id: 'registry', src: 'registry', input: ({ context }) => context, onError: '.broken' },
    { id: 'land', src: 'land', input: { request: null }, onError: '.broken' },
    { id: 'position', src: 'position', input: { request: null }, onError: '.broken' },
  ],
  initial: 'shown',
  states: { shown: {}, broken: { tags: 'failed' } },
});

export type TagsPageRef = ActorRefFrom<typeof tagsPageMachine>;
