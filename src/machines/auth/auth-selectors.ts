import type { SnapshotFrom } from 'xstate';
import { loginFailureText } from '../../model/forms/login.ts';
import type { authMachine } from './auth-machine.ts';

export const unreachableText = 'The host could not be reached';

export type AuthSnapshot = SnapshotFrom<typeof authMachine>;

/**
 * Returns why the last login failed, for the login form, the only place that shows it (ERR-6); null if there
 * is no reason.
 */
export function selectLoginFailure(snapshot: AuthSnapshot): string | null {
  const { failure } = snapshot.context;
  return failure !== null && snapshot.matches('anonymous') ? loginFailureText(failure, unreachableText) : null;
}

/** Returns true while a login is in progress. */
export function selectLoggingIn(snapshot: AuthSnapshot): boolean {
  return snapshot.matches('loggingIn');
}

/**
 * Returns true if the host could not be reached to look for a session, also during automatic retries; Retry
 * sends `session.retry`.
 */
export function selectUnreachable(snapshot: AuthSnapshot): boolean {
  return snapshot.matches('unreachable') || (snapshot.matches('restoring') && snapshot.context.failure !== null);
}
