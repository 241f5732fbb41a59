import type { Clock, Surroundings, SurroundingsChange } from '../ports.ts';

/** How often the clock is checked, and how late a check must be to mean that the computer slept, in ms. */
const lookMs = 10_000;
const sleptMs = 90_000;

export type SurroundingsParts = {
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  document: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>;
  clock: Clock;
};

/**
 * Reports when the network comes and goes, when the tab is hidden (also if it starts hidden) and shown, and
 * when the computer slept: timers stop then, so a check comes late. Hidden tabs run timers only once a
 * minute, so shorter delays mean nothing.
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
      // Report this at once: a page opened in a background tab is hidden from the start.
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
