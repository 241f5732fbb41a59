import { type ActorRefFrom, setup } from 'xstate';
import { pastHoursMachine } from '../past-hours/past-hours-machine.ts';
import { questionMachine } from '../question/question-machine.ts';
import { registryMachine } from '../registry/registry-machine.ts';
import type { ScreenInput, SearchChanged } from '../screen/screen-events.ts';

/**
 * Animals → Tags: the registry, land and this device's position for choosing a place on the map, and which
 * past hours the edits made outdated.
 */
export const tagsPageMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: ScreenInput;
    events: SearchChanged;
    tags: 'failed';
    children: { registry: 'registry'; land: 'land'; position: 'position'; past: 'past' };
  },
  actors: { registry: registryMachine, land: questionMachine, position: questionMachine, past: pastHoursMachine },
}).createMachine({
  id: 'tagsPage',
  context: ({ input }) => input,
  invoke: [
    { id: 'registry', src: 'registry', input: ({ context }) => context, onError: '.broken' },
    { id: 'land', src: 'land', input: { request: null }, onError: '.broken' },
    { id: 'position', src: 'position', input: { request: null }, onError: '.broken' },
    { id: 'past', systemId: 'pastOfTags', src: 'past', input: ({ context }) => context, onError: '.broken' },
  ],
  initial: 'shown',
  states: { shown: {}, broken: { tags: 'failed' } },
});

export type TagsPageRef = ActorRefFrom<typeof tagsPageMachine>;
