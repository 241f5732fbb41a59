import { defaultErrorText } from '../contract/failure.ts';
import { isLongEnough, minPasswordLength, passwordForm } from '../entities/account.ts';
import type { FormRules } from './form-rules.ts';
import type { Refusal } from './refusal.ts';

/** A new password, typed twice. */
export type NewPassword = { password: string; confirmed: string };

/** FORM-15: what is wrong with a new password, in the order of the fields; undefined where nothing is. */
export function checkNewPassword({ password, confirmed }: NewPassword): Refusal<keyof NewPassword> | undefined {
  if (password === '') return { field: 'password', text: 'New Password field is required' };
  if (!isLongEnough(password)) return { field: 'password', text: `Password must be at least ${minPasswordLength} characters` };
  if (passwordForm(password) !== passwordForm(confirmed)) return { field: 'confirmed', text: 'New password fields do not match' };
  return undefined;
}

/** The page that a link for a new password leads to. */
export const setPasswordRules: FormRules<NewPassword> = {
  check: checkNewPassword,
  success: {},
  failure: defaultErrorText,
};
