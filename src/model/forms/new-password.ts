import { defaultErrorText } from '../contract/failure.ts';
import { isLongEnough, minPasswordLength, passwordForm } from '../entities/account.ts';
import type { FormRules } from './form-rules.ts';
import type { Refusal } from './refusal.ts';

/** A new password, typed twice. */
export type NewPassword = { password: string; confirmed: string };

/** Returns the first problem with a new password, in field order; undefined if it is valid (FORM-15). */
export function checkNewPassword({ password, confirmed }: NewPassword): Refusal<keyof NewPassword> | undefined {
  if (password === '') return { field: 'password', text: 'New Password field is required' };
  if (!isLongEnough(password)) return { field: 'password', text: `Password must be at least ${minPasswordLength} characters` };
  if (passwordForm(password) !== passwordForm(confirmed)) return { field: 'confirmed', text: 'New password fields do not match' };
  return undefined;
}

/** The rules of the page that a password link opens. */
export const setPasswordRules: FormRules<NewPassword> = {
  check: checkNewPassword,
  success: {},
  failure: defaultErrorText,
};
