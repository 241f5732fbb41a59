import { type Failure, sessionExpiredText } from '../../model/contract/failure.ts';
import type { Notice } from '../../model/entities/notice.ts';
import { loginRefusedText } from '../../model/forms/login.ts';

export type TokenExpiry = { expiresAt: number };
export type Credentials = { username: string; password: string };

/**
 * `now` gives the time of the token's clock. `expiresAt` in ms since the epoch. `failure` is the last one
 * that concerns the person, `failures` how many there were in a row of what is tried again unasked.
 */
export type AuthContext = { now: () => number; expiresAt: number; failure: Failure | null; failures: number };
export type AuthInput = { now: () => number };

export const loginRefused: Notice = { message: loginRefusedText, variant: 'error' };

export const logoutOwed: Notice = {
  message: 'The host could not be told that you logged out; it will be when it can be reached',
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
