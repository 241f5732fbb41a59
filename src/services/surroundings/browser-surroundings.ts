import type { Clock, Surroundings, SurroundingsChange } from '../ports.ts';

/**
 * How often the clock is looked at, and how much later than that it must be to mean that the computer slept,
 * in ms.
 */
const lookMs = 10_000;
const sleptMs = 90_000;

export type SurroundingsParts = {
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  document: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>;
  clock: Clock;
};

/**
 * Reports when the network comes and goes, when the tab is hidden (also where it is so from the beginning)
 * and shown, and when the computer slept: then timers stood still, which a late look shows. Hidden tabs have
 * their timers slowed to one a minute, so less than that means nothing.
 */
export function createSurroundings({ window, document, clock }: SurroundingsParts): Surroundings {
  return {
    subscribe(listener) {
      const reports = (change: SurroundingsChange) => (): void => listener(change);
      const onVisibility = (): void => listener(document.visibilityState === 'hidden' ? 'hidden' : 'visible');
      const listeners = [
        ['online', reports('online')],
        ['offline', reports('offline')],
      ] as const;
      for (const [name, heard] of listeners) window.addEventListener(name, heard);
      document.addEventListener('visibilitychange', onVisibility);
      // A page that was opened in a background tab is hidden before anything changes.
      if (document.visibilityState === 'hidden') onVisibility();
      let last = clock.now();
      const looking = setInterval(() => {
        const now = clock.now();
        if (now - last > sleptMs) listener('woke');
        last = now;
      }, lookMs);
      return () => {
        clearInterval(looking);
        for (const [name, heard] of listeners) window.removeEventListener(name, heard);
        document.removeEventListener('visibilitychange', onVisibility);
      };
    },
  };
}
