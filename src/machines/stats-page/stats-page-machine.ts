import { type ActorRefFrom, sendTo, setup } from 'xstate';
import { contactExplorerMachine } from '../contact-explorer/contact-explorer-machine.ts';
import type { ScreenInput, SearchChanged } from '../screen/screen-events.ts';
import { statsRequestMachine } from '../stats-request/stats-request-machine.ts';
import { theEvent } from '../support/the-event.ts';

/** The page of statistics: its question (STAT-9), and the contact explorer that opens over it (EXP-1). */
export const statsPageMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: ScreenInput;
    events: SearchChanged;
    tags: 'failed';
    children: { request: 'request'; explorer: 'explorer' };
  },
  actors: { request: statsRequestMachine, explorer: contactExplorerMachine },
  actions: {
    passToRequest: sendTo('request', (_, event: SearchChanged) => event),
    passToExplorer: sendTo('explorer', (_, event: SearchChanged) => event),
  },
}).createMachine({
  id: 'statsPage',
  type: 'parallel',
  context: ({ input }) => input,
  states: {
    request: {
      initial: 'going',
      states: {
        going: {
          invoke: { id: 'request', src: 'request', input: ({ context }) => context, onError: 'broken' },
          on: { 'place.changed': { actions: { type: 'passToRequest', params: theEvent } } },
        },
        broken: { tags: 'failed' },
      },
    },
    explorer: {
      initial: 'going',
      states: {
        going: {
          invoke: { id: 'explorer', src: 'explorer', input: ({ context }) => context, onError: 'broken' },
          on: { 'place.changed': { actions: { type: 'passToExplorer', params: theEvent } } },
        },
        broken: { tags: 'failed' },
      },
    },
  },
});

export type StatsPageRef = ActorRefFrom<typeof statsPageMachine>;
