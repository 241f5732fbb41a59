import { useSelector } from '@xstate/react';
import { hostNow } from '../../machines/contact-window/contact-window-machine.ts';
import { hasExpired } from '../../model/entities/expiry.ts';
import { useReadModel, useSession } from './session-actors.tsx';

/** True once the session's system has expired, by the host's clock (SYS-15). */
export function useHasExpired(): boolean {
  const expiry = useReadModel(({ host }) => host.config?.expiry ?? null);
  const { contactWindow } = useSession();
  return useSelector(contactWindow, (snapshot) => hasExpired(expiry, snapshot === undefined ? 0 : hostNow(snapshot.context)));
}
