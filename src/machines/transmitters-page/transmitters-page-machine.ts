import { type ActorRefFrom, setup } from 'xstate';
import { pastHoursMachine } from '../past-hours/past-hours-machine.ts';
import { registryMachine } from '../registry/registry-machine.ts';
import type { ScreenInput, SearchChanged } from '../screen/screen-events.ts';

/** Animals → Transmitters: the registry, and which past hours its edits made outdated. */
export const transmittersPageMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: ScreenInput;
    events: SearchChanged;
    tags: 'failed';
    children: { registry: 'registry'; past: 'past' };
  },
  actors: { registry: registryMachine, past: pastHoursMachine },
}).createMachine({
  id: 'transmittersPage',
  context: ({ input }) => input,
  invoke: [
    { id: 'registry', src: 'registry', input: ({ context }) => context, onError: '.broken' },
    { id: 'past', systemId: 'pastOfTransmitters', src: 'past', input: ({ context }) => context, onError: '.broken' },
  ],
  initial: 'shown',
  states: { shown: {}, broken: { tags: 'failed' } },
});

export type TransmittersPageRef = ActorRefFrom<typeof transmittersPageMachine>;
