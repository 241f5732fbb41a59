import { expect } from 'vitest';
import { carouselMachine } from '../../src/machines/home/carousel-machine.ts';
import { samples } from '../support/machine-paths.ts';

/** NAV-23. */
export default samples({
  machine: carouselMachine,
  inputs: [{ slides: 2 }],
  events: {
    'carousel.next': {},
    'carousel.back': {},
    'hold.changed': [
      { by: 'focus', isHeld: true },
      { by: 'focus', isHeld: false },
      { by: 'pointer', isHeld: true },
      { by: 'pointer', isHeld: false },
      { by: 'motion', isHeld: true },
      { by: 'motion', isHeld: false },
      { by: 'room', isHeld: true },
    ],
  },
  invariant: ({ snapshot }) => {
    const isHeld = Object.values(snapshot.context.held).includes(true);
    expect(snapshot.matches('playing') && isHeld, 'what is held does not turn').toBe(false);
    expect(snapshot.matches('held') && !isHeld, 'what nothing holds turns').toBe(false);
    expect([0, 1]).toContain(snapshot.context.slide);
  },
});
