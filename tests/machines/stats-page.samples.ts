import { statsPageMachine } from '../../src/machines/stats-page/stats-page-machine.ts';
import { child, samples } from '../support/machine-paths.ts';

export default samples({
  machine: statsPageMachine,
  inputs: [{ mitasId: 'demo', search: '' }],
  events: { 'place.changed': { search: '?time=recent&amount=1&unit=day' } },
  actors: { request: child({ errors: [new Error('broken')] }), explorer: child({ errors: [new Error('broken')] }) },
});
