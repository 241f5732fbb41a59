import { errorTypes, type Failure, failureText } from '../contract/failure.ts';
import { missingText, type Refusal } from './refusal.ts';

/** What a person logs in by. */
export type LoginFields = { username: string; password: string };

/** FORM-8: the first field that is empty, in the order in which they stand; undefined when there is none. */
export function checkLogin({ username, password }: LoginFields): Refusal<keyof LoginFields> | undefined {
  if (username.trim() === '') return { field: 'username', text: missingText };
  return password === '' ? { field: 'password', text: missingText } : undefined;
}

/** FORM-5: why the reset button is greyed: the username or email has 3 characters at most. */
export function whyNotReset(user: string): string | null {
  return user.trim().length > 3 ? null : 'Enter more than 3 characters';
}

/** ERR-6: what a person sees first when the host refuses a login, whatever the reason. */
const loginRefusedText = 'A server error occurred';

/** What to do where the name and the password do not belong together. */
const wrongLoginText = 'Check your username and password.';

/**
 * ERR-6: its words, and in the next line what to do, or the host's reason; `unreachable` alone
 * where no answer came.
 */
export function loginFailureText(failure: Failure, unreachable: string): string {
  if (failure.kind === 'network') return unreachable;
  const isWrong = failure.kind === 'server' && failure.type === errorTypes.invalidCredentials;
  const reason = isWrong ? wrongLoginText : failureText(failure, '');
  return reason === '' ? loginRefusedText : `${loginRefusedText}.\n${reason}`;
}
