import { transmittersPageMachine } from '../../src/machines/transmitters-page/transmitters-page-machine.ts';
import { child, samples } from '../support/machine-paths.ts';

const broken = [new Error('broken')];

export default samples({
  machine: transmittersPageMachine,
  inputs: [{ mitasId: 'demo', search: '' }],
  events: { 'place.changed': [] },
  actors: { registry: child({ errors: broken }), past: child({ errors: broken }) },
});
