import { emailPattern } from '../fields/fields.ts';
import type { FormRules } from './form-rules.ts';
import { missingText, type Refusal } from './refusal.ts';

/** What the sign-up tab asks for (FORM-1). */
export type SignUp = { firstName: string; lastName: string; email: string; company: string };

const fields: readonly { name: keyof SignUp; minLength?: number; pattern?: RegExp }[] = [
  { name: 'firstName', minLength: 2 },
  { name: 'lastName', minLength: 2 },
  { name: 'email', pattern: emailPattern },
  { name: 'company', minLength: 3 },
];

/**
 * The first field that is refused, in field order, with its text (FORM-1); undefined when all is well.
 * Surrounding space does not count, so that a blank is as good as nothing.
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
 * FORM-2: first initial (as it was typed) plus lowercase last name, without the spaces that a username cannot
 * have.
 */
export function usernameOf({ firstName, lastName }: Pick<SignUp, 'firstName' | 'lastName'>): string {
  const [initial = ''] = firstName.trim();
  return initial + lastName.replace(/\s+/g, '').toLowerCase();
}

/** FORM-3. */
export const signUpRules: FormRules<SignUp> = {
  check: checkSignUp,
  success: { message: 'Successfully registered, we will contact you shortly!', timeout: 4_000 },
  failure: 'An error occurred, please try again later',
};
