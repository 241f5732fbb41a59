import { expect } from 'vitest';
import { figuresMachine } from '../../src/machines/home/figures-machine.ts';
import { child, promise, samples } from '../support/machine-paths.ts';
import { quietWindow } from '../support/quiet-window.ts';

/** NAV-22, NAV-23, NAV-32. */
export default samples({
  machine: figuresMachine,
  inputs: [{ mitasId: 'demo' }],
  events: {},
  actors: {
    carousel: child({ errors: [new Error('broken')] }),
    countMinute: promise({ outputs: [84] }),
    perReceiver: child({ errors: [new Error('broken')] }),
    perAntenna: child({ errors: [new Error('broken')] }),
    aggregate: child({ errors: [new Error('broken')] }),
    forecasts: child({ errors: [new Error('broken')] }),
    pastHour: child({ errors: [new Error('broken')] }),
    animals: child({ errors: [new Error('broken')] }),
  },
  systems: { contactWindow: quietWindow },
  invariant: ({ snapshot }) => {
    const broken = ['carousel', 'perReceiver', 'perAntenna', 'aggregate', 'forecasts', 'pastHour', 'animals'].filter(
      (part) => snapshot.children[part as 'carousel']?.getSnapshot().status === 'error',
    );
    expect(broken.length > 0 && snapshot.matches('shown'), 'one that broke is told').toBe(false);
  },
});
