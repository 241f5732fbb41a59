import { useCallback, useContext, useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { AddressCodec } from '../../model/navigation/address-codec.ts';
import { BackStepsContext } from '../controls/dialog-closing.ts';

/**
 * Puts another state into the address: by a step that Back takes back, in the place of the present one, or
 * leaving a dialog of the address for the page below it.
 */
type ChangeAddress<State> = (next: (before: State) => State, how?: 'push' | 'replace' | 'leave') => void;

/**
 * Returns the state of a screen from its address, and a stable function that changes it. Each change applies
 * to the newest state, even if that is not drawn yet.
 */
export function useAddress<State>(codec: AddressCodec<State>): [State, ChangeAddress<State>] {
  const [pathname, navigate] = useLocation();
  const search = useSearch();
  const steps = useContext(BackStepsContext);
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
      if (how === 'leave') steps.leave(`${path}${written}`);
      else navigate(`${path}${written}`, { replace: how === 'replace' });
    },
    [codec, navigate, steps],
  );
  return [codec.read(search).state, change];
}
