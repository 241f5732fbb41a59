import type { BackSteps } from '../../model/navigation/back-steps.ts';
import type { Place } from '../../model/navigation/redirect.ts';
import type { AddressBar } from '../ports.ts';

export type AddressBarParts = {
  window: Pick<Window, 'addEventListener' | 'removeEventListener' | 'location' | 'history'>;
  steps: Pick<BackSteps, 'leave'>;
};

/**
 * The router (wouter) announces its own navigation with the first two of these events; the others are the
 * browser's.
 */
const changes = ['pushState', 'replaceState', 'popstate', 'hashchange'];

/** The browser's address, which shares its history with the router. */
export function createAddressBar({ window, steps }: AddressBarParts): AddressBar {
  const listeners = new Set<(place: Place) => void>();
  let published = 0;
  const current = (): Place => ({ pathname: window.location.pathname, search: window.location.search });
  const publish = (): void => {
    published += 1;
    for (const listener of listeners) listener(current());
  };
  return {
    current,
    go(to, how) {
      const before = published;
      const { href } = window.location;
      if (how === 'leave') return steps.leave(to);
      if (how === 'replace') window.history.replaceState(null, '', to);
      else window.history.pushState(null, '', to);
      // The router, if loaded, announces the change itself; the login has no router, so announce it here. A
      // change that waits for a history step is announced when it is made.
      if (published === before && window.location.href !== href) publish();
    },
    subscribe(listener) {
      if (listeners.size === 0) for (const name of changes) window.addEventListener(name, publish);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) for (const name of changes) window.removeEventListener(name, publish);
      };
    },
  };
}
