import { useCallback, useContext, useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { AddressCodec } from '../../model/navigation/address-codec.ts';
import { BackStepsContext } from '../controls/dialog-closing.ts';

/**
 * Changes the address: 'push' adds a step for Back, 'replace' replaces the current step, and 'leave' closes a
 * dialog that is in the address: it goes back if that leads to the page, otherwise it replaces the step.
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
      // Note the result now: another change may follow before this one is drawn, and must start from it.
      place.current = { pathname: path, search: written };
      if (how === 'leave') steps.leave(`${path}${written}`);
      else navigate(`${path}${written}`, { replace: how === 'replace' });
    },
    [codec, navigate, steps],
  );
  return [codec.read(search).state, change];
}
