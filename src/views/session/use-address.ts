import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { AddressCodec } from '../../model/navigation/address-codec.ts';

/**
 * Puts another state into the address: by a step that Back takes back, or in the place of the present one.
 */
type ChangeAddress<State> = (next: (before: State) => State, how?: 'push' | 'replace') => void;

/** The state of a screen that stands in its address, and how to change it, which stays the same function. */
export function useAddress<State>(codec: AddressCodec<State>): [State, ChangeAddress<State>] {
  const [pathname, navigate] = useLocation();
  const search = useSearch();
  const place = useRef({ pathname, search });
  useEffect(() => {
    place.current = { pathname, search };
  }, [pathname, search]);
  const change = useCallback<ChangeAddress<State>>(
    (next, how = 'push') => {
      const { state } = codec.read(place.current.search);
      navigate(`${place.current.pathname}${codec.write(next(state))}`, { replace: how === 'replace' });
    },
    [codec, navigate],
  );
  return [codec.read(search).state, change];
}
