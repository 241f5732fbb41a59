import { useCallback, useSyncExternalStore } from 'react';

/**
 * Returns true while a media query holds. Use it for what CSS cannot say: what a button does, or what is read
 * out.
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
