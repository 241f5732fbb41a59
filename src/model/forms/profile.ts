import { defaultErrorText } from '../contract/failure.ts';
import { emailPattern } from '../fields/fields.ts';
import type { FormRules } from './form-rules.ts';
import { checkNewPassword, type NewPassword } from './new-password.ts';
import { checkNames, namesToSend, type PersonNames } from './person.ts';

/** The profile form; `password` is required if the email changes (ACC-12). */
export type ProfileForm = PersonNames & { email: string; password: string };

/** The rules of the profile form (FORM-18). */
export const profileRules: FormRules<ProfileForm> = {
  check: (values) => {
    const name = checkNames(values);
    if (name !== undefined) return name;
    const email = values.email.trim();
    if (email === '') return { field: 'email', text: 'Email is required' };
    return emailPattern.test(email) ? undefined : { field: 'email', text: 'Invalid email' };
  },
  success: {},
  failure: defaultErrorText,
};

/** Returns why the form cannot be sent; null if it contains changes (FORM-18). */
export function whyNotUpdated(values: ProfileForm, known: ProfileForm): string | null {
  const sent = (of: ProfileForm) => JSON.stringify([namesToSend(of), of.email.trim()]);
  return sent(values) === sent(known) ? 'No changes to save' : null;
}

export type ChangePassword = NewPassword & { current: string };

/** Returns why the form cannot be sent; null once every field is filled (FORM-19). */
export function whyPasswordStays(values: ChangePassword): string | null {
  return Object.values(values).includes('') ? 'Fill in all three fields' : null;
}

/** The rules of the password form (FORM-19). */
export const changePasswordRules: FormRules<ChangePassword> = {
  check: (values) =>
    values.current === '' ? { field: 'current', text: 'Current Password field is required' } : checkNewPassword(values),
  success: {},
  failure: defaultErrorText,
};
