import { useSelector } from '@xstate/react';
import type { MapRef } from '../../machines/map/map-machine.ts';
import { selectPast } from '../../machines/map/map-selectors.ts';
import type { PastPlace } from '../../model/contract/system-locations-call.ts';

/** Returns where receivers were on the day that the map shows (MAP-11); null while it shows now. */
export function usePastPlaces(map: MapRef): readonly PastPlace[] | null {
  const past = useSelector(map, selectPast);
  return useSelector(past, (snapshot) => snapshot?.context.pastPlaces ?? null);
}
