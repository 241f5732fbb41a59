import { useSelector } from '@xstate/react';
import { hostNow } from '../../machines/contact-window/contact-window-machine.ts';
import { relativeRefreshMs } from '../../model/time/relative-time.ts';
import { useSession } from '../session/session-actors.tsx';

/** Returns the host's time in ms, rounded down to the last refresh of relative times (ALM-7). */
export function useRelativeNow(): number {
  const { contactWindow } = useSession();
  return useSelector(contactWindow, (snapshot) => {
    const now = snapshot === undefined ? 0 : hostNow(snapshot.context);
    return Math.floor(now / relativeRefreshMs) * relativeRefreshMs;
  });
}
