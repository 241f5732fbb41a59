import { type ActorRefFrom, setup } from 'xstate';
import { dialogSlotMachine } from '../dialog-slot/dialog-slot-machine.ts';
import { keysMachine } from '../keys/keys-machine.ts';
import { questionMachine } from '../question/question-machine.ts';
import { jobsMachine } from '../jobs/jobs-machine.ts';
import type { ScreenInput, SearchChanged } from '../screen/screen-events.ts';

/** The parent of the parts of Advanced → System that call the host; if one breaks, the others go on. */
export const systemPageMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: ScreenInput;
    events: SearchChanged;
    tags: 'failed';
    children: { jobs: 'jobs'; retention: 'retention'; hostCheck: 'hostCheck'; keys: 'keys' };
  },
  actors: { jobs: jobsMachine, retention: dialogSlotMachine, hostCheck: questionMachine, keys: keysMachine },
}).createMachine({
  id: 'systemPage',
  type: 'parallel',
  context: ({ input }) => input,
  states: {
    jobs: {
      initial: 'going',
      states: {
        going: { invoke: { id: 'jobs', src: 'jobs', input: ({ context }) => context, onError: 'broken' } },
        broken: { tags: 'failed' },
      },
    },
    hostCheck: {
      initial: 'going',
      states: {
        going: { invoke: { id: 'hostCheck', src: 'hostCheck', input: { request: {}, awaitsRight: true }, onError: 'broken' } },
        broken: { tags: 'failed' },
      },
    },
    keys: {
      initial: 'going',
      states: {
        going: {
          invoke: {
            id: 'keys',
            src: 'keys',
            input: ({ context: { mitasId } }) => ({ mitasId, awaitsRight: true }),
            onError: 'broken',
          },
        },
        broken: { tags: 'failed' },
      },
    },
    retention: {
      initial: 'going',
      states: {
        going: { invoke: { id: 'retention', src: 'retention', input: ({ context }) => context, onError: 'broken' } },
        broken: { tags: 'failed' },
      },
    },
  },
});

export type SystemPageRef = ActorRefFrom<typeof systemPageMachine>;
