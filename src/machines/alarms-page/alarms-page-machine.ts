import { type ActorRefFrom, sendTo, setup } from 'xstate';
import { pagedListMachine } from '../paged-list/paged-list-machine.ts';
import { savingMachine } from '../saving/saving-machine.ts';
import type { ScreenInput, SearchChanged } from '../screen/screen-events.ts';
import { webhookMachine } from '../webhook/webhook-machine.ts';
import { theEvent } from '../support/the-event.ts';

/** The parent of those parts of the alarms page that call the host. If one part breaks, the others go on. */
export const alarmsPageMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: ScreenInput;
    events: SearchChanged;
    tags: 'failed';
    children: { history: 'history'; settings: 'settings'; webhook: 'webhook' };
  },
  actors: { history: pagedListMachine, settings: savingMachine, webhook: webhookMachine },
  actions: { passToHistory: sendTo('history', (_, event: SearchChanged) => event) },
}).createMachine({
  id: 'alarmsPage',
  type: 'parallel',
  context: ({ input }) => input,
  states: {
    history: {
      initial: 'going',
      states: {
        going: {
          invoke: { id: 'history', src: 'history', input: ({ context }) => context, onError: 'broken' },
          on: { 'place.changed': { actions: { type: 'passToHistory', params: theEvent } } },
        },
        broken: { tags: 'failed' },
      },
    },
    settings: {
      initial: 'going',
      states: {
        going: { invoke: { id: 'settings', src: 'settings', input: ({ context }) => context, onError: 'broken' } },
        broken: { tags: 'failed' },
      },
    },
    webhook: {
      initial: 'going',
      states: {
        going: { invoke: { id: 'webhook', src: 'webhook', input: ({ context }) => context, onError: 'broken' } },
        broken: { tags: 'failed' },
      },
    },
  },
});

export type AlarmsPageRef = ActorRefFrom<typeof alarmsPageMachine>;
