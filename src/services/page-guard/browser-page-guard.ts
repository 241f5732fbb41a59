import type { PageGuard } from '../ports.ts';

/** The browser's own question before a page is closed or loaded again; what it says is the browser's. */
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
