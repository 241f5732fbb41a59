import { tagsPageMachine } from '../../src/machines/tags-page/tags-page-machine.ts';
import { child, samples } from '../support/machine-paths.ts';

const broken = [new Error('broken')];

export default samples({
  machine: tagsPageMachine,
  inputs: [{ mitasId: 'demo', search: '' }],
  events: { 'place.changed': [] },
  actors: {
    registry: child({ errors: broken }),
    land: child({ errors: broken }),
    position: child({ errors: broken }),
    past: child({ errors: broken }),
  },
});
