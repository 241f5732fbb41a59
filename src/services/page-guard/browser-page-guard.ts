import type { PageGuard } from '../ports.ts';

/** Makes the browser ask before the page is closed or reloaded; its text is the browser's own. */
export function createPageGuard(window: Pick<Window, 'addEventListener' | 'removeEventListener'>): PageGuard {
  const holders = new Set<symbol>();
  const ask = (event: Event): void => event.preventDefault();
  return {
    hold() {
      const holder = Symbol('holder');
      if (holders.size === 0) window.addEventListener('beforeunload', ask);
      holders.add(holder);
      return () => {
        if (holders.delete(holder) && holders.size === 0) window.removeEventListener('beforeunload', ask);
      };
    },
  };
}
