import { shallowEqual } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { useReadModel } from '../session/session-actors.tsx';

/**
 * Calls `deselect` with receivers that disappeared while selected. Ids that never named a receiver stay
 * selected.
 */
export function useDeparted(selected: readonly number[], deselect: (rxIds: ReadonlySet<number>) => void): void {
  const present = useReadModel(
    ({ fleet }) => (fleet.loaded ? selected.filter((id) => fleet.receivers[id] !== undefined) : null),
    shallowEqual,
  );
  const known = useRef<ReadonlySet<number>>(new Set());
  useEffect(() => {
    if (present === null) return;
    const now = new Set(present);
    const departed = new Set(selected.filter((id) => known.current.has(id) && !now.has(id)));
    known.current = now;
    if (departed.size > 0) deselect(departed);
  }, [present, selected, deselect]);
}
