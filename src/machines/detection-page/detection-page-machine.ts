import { type ActorRefFrom, assign, sendTo, setup } from 'xstate';
import { detectionAddress } from '../../model/detection/detection-address.ts';
import { detectionConfigMachine } from '../detection-config/detection-config-machine.ts';
import { reprocessingMachine } from '../reprocessing/reprocessing-machine.ts';
import type { ScreenInput, SearchChanged } from '../screen/screen-events.ts';
import { theEvent } from '../support/the-event.ts';

/**
 * The parent of the two tabs of the detection settings' page; if one breaks, the other goes on. Reprocessing
 * is loaded when its tab is first opened, and followed from then on.
 */
export const detectionPageMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: ScreenInput;
    events: SearchChanged;
    tags: 'configFailed' | 'reprocessingFailed';
    children: { config: 'config'; reprocessing: 'reprocessing' };
  },
  actors: { config: detectionConfigMachine, reprocessing: reprocessingMachine },
  actions: {
    noteSearch: assign((_, { search }: { search: string }) => ({ search })),
    passToReprocessing: sendTo('reprocessing', (_, event: SearchChanged) => event),
  },
  guards: {
    isOpened: (_, { search }: { search: string }) => detectionAddress.read(search).state.tab === 'reprocessing',
  },
}).createMachine({
  id: 'detectionPage',
  type: 'parallel',
  context: ({ input }) => input,
  states: {
    config: {
      initial: 'going',
      states: {
        going: { invoke: { id: 'config', src: 'config', input: ({ context }) => context, onError: 'broken' } },
        broken: { tags: 'configFailed' },
      },
    },
    reprocessing: {
      initial: 'deciding',
      states: {
        deciding: {
          always: [{ guard: { type: 'isOpened', params: ({ context }) => context }, target: 'going' }, { target: 'unopened' }],
        },
        unopened: {
          on: {
            'place.changed': {
              guard: { type: 'isOpened', params: theEvent },
              target: 'going',
              actions: { type: 'noteSearch', params: theEvent },
            },
          },
        },
        going: {
          invoke: { id: 'reprocessing', src: 'reprocessing', input: ({ context }) => context, onError: 'broken' },
          on: { 'place.changed': { actions: { type: 'passToReprocessing', params: theEvent } } },
        },
        broken: { tags: 'reprocessingFailed' },
      },
    },
  },
});

export type DetectionPageRef = ActorRefFrom<typeof detectionPageMachine>;
