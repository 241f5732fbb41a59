import { useSelector } from '@xstate/react';
import { selectSocket } from '../../machines/host-session/host-session-selectors.ts';
import type { MapRef } from '../../machines/map/map-machine.ts';
import { selectIsHeardWhole } from '../../machines/map/map-selectors.ts';
import { selectContactFeed } from '../../machines/socket/socket-selectors.ts';
import { useSession } from '../session/session-actors.tsx';

/** Returns true if all contacts of the last minutes were received. Otherwise the counts are lower bounds. */
export function useIsHeardWhole(map: MapRef): boolean {
  const feed = useSelector(useSelector(useSession().session, selectSocket), selectContactFeed);
  const gaps = useSelector(feed, (snapshot) => {
    const { wholeAt, gaps: known } = snapshot?.context.reception ?? { wholeAt: null, gaps: [] };
    return wholeAt === null ? null : known;
  });
  return useSelector(map, (snapshot) => selectIsHeardWhole(snapshot, gaps));
}
