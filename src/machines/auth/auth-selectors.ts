import type { SnapshotFrom } from 'xstate';
import { loginFailureText } from '../../model/forms/login.ts';
import type { authMachine } from './auth-machine.ts';

export const unreachableText = 'The host could not be reached';

export type AuthSnapshot = SnapshotFrom<typeof authMachine>;

/**
 * Why the last login was refused, for the login form, which alone says so (ERR-6); null for no reason.
 */
export function selectLoginFailure(snapshot: AuthSnapshot): string | null {
  const { failure } = snapshot.context;
  return failure !== null && snapshot.matches('anonymous') ? loginFailureText(failure, unreachableText) : null;
}

/** True while the login is being answered. */
export function selectLoggingIn(snapshot: AuthSnapshot): boolean {
  return snapshot.matches('loggingIn');
}

/**
 * True when the host could not be asked whether there is a session, also while that is tried again unasked;
 * Retry sends `session.retry`.
 */
export function selectUnreachable(snapshot: AuthSnapshot): boolean {
  return snapshot.matches('unreachable') || (snapshot.matches('restoring') && snapshot.context.failure !== null);
}
