import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { AddressCodec } from '../../model/navigation/address-codec.ts';

/**
 * Puts another state into the address: by a step that Back takes back, or in the place of the present one.
 */
type ChangeAddress<State> = (next: (before: State) => State, how?: 'push' | 'replace') => void;

/**
 * The state of a screen that stands in its address, and how to change it, which stays the same function. Each
 * change is one of the newest state, also of one that is not drawn yet.
 */
export function useAddress<State>(codec: AddressCodec<State>): [State, ChangeAddress<State>] {
  const [pathname, navigate] = useLocation();
  const search = useSearch();
  const place = useRef({ pathname, search });
  useEffect(() => {
    place.current = { pathname, search };
  }, [pathname, search]);
  const change = useCallback<ChangeAddress<State>>(
    (next, how = 'push') => {
      const { pathname: path, search: before } = place.current;
      const written = codec.write(next(codec.read(before).state));
      // Another change may come before this one is drawn, and is one of what this one leaves.
      place.current = { pathname: path, search: written };
      navigate(`${path}${written}`, { replace: how === 'replace' });
    },
    [codec, navigate],
  );
  return [codec.read(search).state, change];
}
