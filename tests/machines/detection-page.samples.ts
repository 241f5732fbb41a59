import { expect } from 'vitest';
import { detectionPageMachine } from '../../src/machines/detection-page/detection-page-machine.ts';
import { child, samples } from '../support/machine-paths.ts';

/** DET-11, DET-20. */
export default samples({
  machine: detectionPageMachine,
  inputs: [
    { mitasId: 'demo', search: '' },
    { mitasId: 'demo', search: '?tab=reprocessing&status=failed' },
  ],
  events: { 'place.changed': [{ search: '' }, { search: '?tab=reprocessing&page=2' }] },
  actors: {
    config: child({ errors: [new Error('broken')] }),
    reprocessing: child({ errors: [new Error('broken')] }),
  },
  invariant: ({ snapshot }) => {
    const isGoing = snapshot.matches({ reprocessing: 'going' });
    expect('reprocessing' in snapshot.children, 'nothing of the tab is asked for before it is opened').toBe(isGoing);
  },
});
