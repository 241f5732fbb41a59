import { type ActorRefFrom, setup } from 'xstate';
import { keysMachine } from '../keys/keys-machine.ts';
import { savingMachine } from '../saving/saving-machine.ts';
import type { ScreenInput, SearchChanged } from '../screen/screen-events.ts';

/** What is broken by a defect of ours is begun once more. */
export type SettingsPageEvent = SearchChanged | { type: 'saving.retry' } | { type: 'keys.retry' };

/**
 * Settings (SYS-20, SYS-21, ACC-32): what is saved, and the keys of the person's programs. One that breaks
 * leaves the other.
 */
export const settingsPageMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: ScreenInput;
    events: SettingsPageEvent;
    tags: 'failed';
    children: { saving: 'saving'; keys: 'keys' };
  },
  actors: { saving: savingMachine, keys: keysMachine },
}).createMachine({
  id: 'settingsPage',
  type: 'parallel',
  context: ({ input }) => input,
  states: {
    saving: {
      initial: 'going',
      states: {
        going: { invoke: { id: 'saving', src: 'saving', input: ({ context }) => context, onError: 'broken' } },
        broken: { tags: 'failed', on: { 'saving.retry': 'going' } },
      },
    },
    keys: {
      initial: 'going',
      states: {
        going: {
          invoke: {
            id: 'keys',
            src: 'keys',
            input: ({ context: { mitasId } }) => ({ mitasId, awaitsRight: false }),
            onError: 'broken',
          },
        },
        broken: { tags: 'failed', on: { 'keys.retry': 'going' } },
      },
    },
  },
});

export type SettingsPageRef = ActorRefFrom<typeof settingsPageMachine>;
