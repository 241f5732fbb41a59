import { type ActorRefFrom, setup } from 'xstate';
import { keysMachine } from '../keys/keys-machine.ts';
import { savingMachine } from '../saving/saving-machine.ts';
import type { ScreenInput, SearchChanged } from '../screen/screen-events.ts';

/** Settings (SYS-20, SYS-21, ACC-32): what is saved, and the keys of the person's programs. */
export const settingsPageMachine = setup({
  types: {
    input: {} as ScreenInput,
    context: {} as ScreenInput,
    events: {} as SearchChanged,
    tags: {} as 'failed',
    children: {} as { saving: 'saving'; keys: 'keys' },
  },
  actors: { saving: savingMachine, keys: keysMachine },
}).createMachine({
  id: 'settingsPage',
  context: ({ input }) => input,
  invoke: [
    { id: 'saving', src: 'saving', input: ({ context }) => context, onError: '.broken' },
    {
      id: 'keys',
      src: 'keys',
      input: ({ context: { mitasId } }) => ({ mitasId, awaitsRight: false }),
      onError: '.broken',
    },
  ],
  initial: 'shown',
  states: { shown: {}, broken: { tags: 'failed' } },
});

export type SettingsPageRef = ActorRefFrom<typeof settingsPageMachine>;
