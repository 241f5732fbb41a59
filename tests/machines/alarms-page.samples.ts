import { alarmsPageMachine } from '../../src/machines/alarms-page/alarms-page-machine.ts';
import { child, samples } from '../support/machine-paths.ts';

export default samples({
  machine: alarmsPageMachine,
  inputs: [{ mitasId: 'demo', search: '' }],
  events: { 'place.changed': { search: '?level=4' } },
  actors: {
    history: child({ errors: [new Error('broken')] }),
    settings: child({ errors: [new Error('broken')] }),
    webhook: child({ errors: [new Error('broken')] }),
  },
});
