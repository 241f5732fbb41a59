import { pageMachine } from '../../src/machines/page/page-machine.ts';
import { callback, samples } from '../support/machine-paths.ts';

export default samples({
  machine: pageMachine,
  actors: {
    surroundings: callback({
      sends: [
        { type: 'page.hidden' },
        { type: 'page.shown' },
        { type: 'network.lost' },
        { type: 'network.returned' },
        { type: 'clock.jumped' },
      ],
      errors: [new Error('no page')],
    }),
  },
});
