import { emailPattern } from '../fields/fields.ts';
import type { FormRules } from './form-rules.ts';
import { missingText, type Refusal } from './refusal.ts';

/** The fields of the sign-up tab (FORM-1). */
export type SignUp = { firstName: string; lastName: string; email: string; company: string };

const fields: readonly { name: keyof SignUp; minLength?: number; pattern?: RegExp }[] = [
  { name: 'firstName', minLength: 2 },
  { name: 'lastName', minLength: 2 },
  { name: 'email', pattern: emailPattern },
  { name: 'company', minLength: 3 },
];

/**
 * Returns the first invalid field, in field order, with its message (FORM-1); undefined if all are valid.
 * Surrounding white space is ignored.
 */
export function checkSignUp(form: SignUp): Refusal<keyof SignUp> | undefined {
  for (const { name, minLength = 0, pattern } of fields) {
    const value = form[name].trim();
    if (value === '') return { field: name, text: missingText };
    if (value.length < minLength) return { field: name, text: `'${value}' is too short` };
    if (pattern !== undefined && !pattern.test(value)) return { field: name, text: `'${value}' is invalid` };
  }
  return undefined;
}

/**
 * Returns a username: the first initial as typed plus the last name in lower case without spaces (FORM-2).
 */
export function usernameOf({ firstName, lastName }: Pick<SignUp, 'firstName' | 'lastName'>): string {
  const [initial = ''] = firstName.trim();
  return initial + lastName.replace(/\s+/g, '').toLowerCase();
}

/** The rules of the sign-up form (FORM-3). */
export const signUpRules: FormRules<SignUp> = {
  check: checkSignUp,
  success: { message: 'Successfully registered, we will contact you shortly!', timeout: 4_000 },
  failure: 'An error occurred, please try again later',
};
