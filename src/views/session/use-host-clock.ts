import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { hostNow } from '../../machines/contact-window/contact-window-machine.ts';
import { hasExpired } from '../../model/entities/expiry.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { TimeText } from '../../model/time/time-text.ts';
import { useReadModel, useSession } from './session-actors.tsx';

const hourMs = 3_600_000;

/** Returns true once the session's system has expired, by the host's clock (SYS-15). */
export function useHasExpired(): boolean {
  const expiry = useReadModel(({ host }) => host.config?.expiry ?? null);
  const { contactWindow } = useSession();
  return useSelector(contactWindow, (snapshot) => hasExpired(expiry, snapshot === undefined ? 0 : hostNow(snapshot.context)));
}

/** Returns a function that returns the host's current time (ms since the epoch); 0 while that is unknown. */
export function useHostNow(): () => number {
  const { contactWindow } = useSession();
  return () => (contactWindow === undefined ? 0 : hostNow(contactWindow.getSnapshot().context));
}

/**
 * Returns the start of the current hour by the host's clock, in ms since the epoch; 0 while that is unknown.
 */
export function useHostHour(): number {
  const { contactWindow } = useSession();
  return useSelector(contactWindow, (snapshot) =>
    snapshot === undefined ? 0 : hostNow(snapshot.context) - (hostNow(snapshot.context) % hourMs),
  );
}

/**
 * Returns the formatter for times in the timezone of the session's system. It uses the timezone's offsets
 * that the host has sent, and the browser's for other times (SYS-16).
 */
export function useTimes(): TimeText {
  const timezone = useReadModel(({ account }) => selectedSystem(account)?.timezone ?? 'UTC');
  const clock = useReadModel(({ host }) => host.config?.clock);
  return useMemo(() => new TimeText(timezone, clock), [timezone, clock]);
}
