import { type Failure, sessionExpiredText } from '../../model/contract/failure.ts';
import type { Notice } from '../../model/entities/notice.ts';

export type TokenExpiry = { expiresAt: number };
export type Credentials = { username: string; password: string };

/**
 * `now` gives the time of the token's clock. `expiresAt` in ms since the epoch. `failure` is the last one
 * that concerns the person, `failures` how many there were in a row of what is tried again unasked.
 */
export type AuthContext = { now: () => number; expiresAt: number; failure: Failure | null; failures: number };
export type AuthInput = { now: () => number };

export const logoutOwed: Notice = {
  message: 'Could not reach the host to log you out there. It will be notified when it is reachable',
  variant: 'error',
};

/** Stays until somebody logs in. */
export const sessionExpired = {
  message: sessionExpiredText,
  variant: 'info',
  timeout: null,
  key: 'sessionExpired',
} as const satisfies Notice;

/** Stands as long. */
export const loggedOutElsewhere = { ...sessionExpired, message: 'Your session ended in another tab' } satisfies Notice;

/** What a person logs in with, alone. */
export function credentialsIn({ username, password }: Credentials): Credentials {
  return { username, password };
}
