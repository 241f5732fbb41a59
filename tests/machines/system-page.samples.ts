import { systemPageMachine } from '../../src/machines/system-page/system-page-machine.ts';
import { child, samples } from '../support/machine-paths.ts';

export default samples({
  machine: systemPageMachine,
  inputs: [{ mitasId: 'demo', search: '' }],
  events: { 'place.changed': [] },
  actors: {
    jobs: child({ errors: [new Error('broken')] }),
    retention: child({ errors: [new Error('broken')] }),
    keys: child({ errors: [new Error('broken')] }),
    hostCheck: child({ errors: [new Error('broken')] }),
  },
});
