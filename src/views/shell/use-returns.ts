import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import type { HostSessionRef } from '../../machines/host-session/host-session-machine.ts';
import { selectSocket } from '../../machines/host-session/host-session-selectors.ts';
import { selectIsCutOff } from '../../machines/socket/socket-selectors.ts';
import type { Return } from '../controls/failed-notice.tsx';

/** Returns the function by which a part subscribes to the moment when the session's host is back (ERR-17). */
export function useReturns(session: HostSessionRef): Return {
  const socket = useSelector(session, selectSocket);
  return useCallback(
    (again) => {
      let wasCutOff = selectIsCutOff(socket?.getSnapshot());
      const watch = socket?.subscribe((snapshot) => {
        const isBack = wasCutOff && !selectIsCutOff(snapshot);
        wasCutOff = selectIsCutOff(snapshot);
        if (isBack) again();
      });
      return () => watch?.unsubscribe();
    },
    [socket],
  );
}
