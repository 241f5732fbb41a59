import { errorTypes, type Failure, failureText } from '../contract/failure.ts';
import { missingText, type Refusal } from './refusal.ts';

/** The fields of the login form. */
export type LoginFields = { username: string; password: string };

/** Returns the first empty field, in field order; undefined if none is empty (FORM-8). */
export function checkLogin({ username, password }: LoginFields): Refusal<keyof LoginFields> | undefined {
  if (username.trim() === '') return { field: 'username', text: missingText };
  return password === '' ? { field: 'password', text: missingText } : undefined;
}

/** Returns why the reset button is disabled: it needs more than 3 characters (FORM-5). */
export function whyNotReset(user: string): string | null {
  return user.trim().length > 3 ? null : 'Enter more than 3 characters';
}

/** The first line for every refused login, for any reason (ERR-6). */
const loginRefusedText = 'A server error occurred';

/** The advice for a wrong name or password. */
const wrongLoginText = 'Check your username and password.';

/**
 * Returns the message for a failed login: a first line, then advice or the host's reason (ERR-6); only
 * `unreachable` if no answer came.
 */
export function loginFailureText(failure: Failure, unreachable: string): string {
  if (failure.kind === 'network') return unreachable;
  const isWrong = failure.kind === 'server' && failure.type === errorTypes.invalidCredentials;
  const reason = isWrong ? wrongLoginText : failureText(failure, '');
  return reason === '' ? loginRefusedText : `${loginRefusedText}.\n${reason}`;
}
