import { useCallback, useSyncExternalStore } from 'react';

/**
 * True while a media query holds, for what CSS alone cannot say: what a button does, or what assistive
 * technology reads out.
 */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
