import { type Failure, sessionExpiredText } from '../../model/contract/failure.ts';
import type { Notice } from '../../model/entities/notice.ts';

export type TokenExpiry = { expiresAt: number };
export type Credentials = { username: string; password: string };

/**
 * `now` is the clock that token times use. `expiresAt` in ms since the epoch. `failure` is the last failure
 * shown to the person; `failures` counts consecutive failures of automatic retries.
 */
export type AuthContext = { now: () => number; expiresAt: number; failure: Failure | null; failures: number };
export type AuthInput = { now: () => number };

export const logoutOwed: Notice = {
  message: 'Could not reach the host to log you out there. It will be notified when it is reachable',
  variant: 'error',
};

/** Shown until a person logs in. */
export const sessionExpired = {
  message: sessionExpiredText,
  variant: 'info',
  timeout: null,
  key: 'sessionExpired',
} as const satisfies Notice;

/** Shown until a person logs in. */
export const loggedOutElsewhere = { ...sessionExpired, message: 'Your session ended in another tab' } satisfies Notice;

/** Returns only the credentials of an event. */
export function credentialsIn({ username, password }: Credentials): Credentials {
  return { username, password };
}
