import { useLocation, useSearch } from 'wouter';
import type { AddressCodec } from '../../model/navigation/address-codec.ts';

/** The state of a screen that stands in its address, and how it is put there: by a step in the browser's history, or in its place. */
export function useAddress<State>(codec: AddressCodec<State>): [State, (next: State, how?: 'push' | 'replace') => void] {
  const [pathname, navigate] = useLocation();
  const { state } = codec.read(useSearch());
  return [state, (next, how = 'push') => navigate(`${pathname}${codec.write(next)}`, { replace: how === 'replace' })];
}
