import { type ActorRefFrom, setup } from 'xstate';
import { keysMachine } from '../keys/keys-machine.ts';
import { savingMachine } from '../saving/saving-machine.ts';
import type { ScreenInput, SearchChanged } from '../screen/screen-events.ts';

/** Restarts a part that broke by a defect. */
export type SettingsPageEvent = SearchChanged | { type: 'saving.retry' } | { type: 'keys.retry' };

/**
 * Settings (SYS-20, SYS-21, ACC-32): what can be saved, and the person's access keys. If one part breaks, the
 * other goes on.
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
