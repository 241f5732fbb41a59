import { missingText, type Refusal } from './refusal.ts';

/** What a person logs in by. */
export type LoginFields = { username: string; password: string };

/** FORM-8: the first field that is empty, in the order in which they stand; undefined when there is none. */
export function checkLogin({ username, password }: LoginFields): Refusal<keyof LoginFields> | undefined {
  if (username.trim() === '') return { field: 'username', text: missingText };
  return password === '' ? { field: 'password', text: missingText } : undefined;
}

/** FORM-5: the reset button is enabled only when the username or email is longer than 3 characters. */
export function canResetPassword(user: string): boolean {
  return user.trim().length > 3;
}

/** ERR-6: what a person sees when the host refuses a login, whatever the reason. */
export const loginRefusedText = 'A server error occurred';
