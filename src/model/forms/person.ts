import { defaultErrorText } from '../contract/failure.ts';
import type { Candidate } from './mailed-links.ts';
import { collapsed, type FormRules } from './form-rules.ts';
import { checkNewPassword, type NewPassword } from './new-password.ts';
import type { Refusal } from './refusal.ts';

/** The names of a person. */
export type PersonNames = { firstName: string; lastName: string; username: string };

const labels: readonly [keyof PersonNames, string][] = [
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
  ['username', 'Username'],
];

/** Returns the first missing name with its message; undefined if all are present. */
export function checkNames(names: PersonNames): Refusal<keyof PersonNames> | undefined {
  const missing = labels.find(([field]) => collapsed(names[field]) === '');
  return missing && { field: missing[0], text: `${missing[1]} is required` };
}

/** Returns the names to send, with white space trimmed and collapsed. */
export function namesToSend({ firstName, lastName, username }: PersonNames): PersonNames {
  return { firstName: collapsed(firstName), lastName: collapsed(lastName), username: collapsed(username) };
}

export type CompleteProfile = PersonNames & NewPassword;

/** The rules of the page for an invitation or approved registration (FORM-16). */
export const completeProfileRules: FormRules<CompleteProfile> = {
  check: (values) => checkNames(values) ?? checkNewPassword(values),
  success: { message: 'Successfully validated, please login' },
  failure: defaultErrorText,
};

/**
 * Returns why the form cannot be sent; null once every field is filled (FORM-16). Passwords are checked when
 * it is sent.
 */
export function whyNotCompleted(values: CompleteProfile): string | null {
  const missing = checkNames(values);
  if (missing !== undefined) return missing.text;
  return values.password === '' || values.confirmed === '' ? 'Enter the new password twice' : null;
}

/**
 * What a verified link allows: the name of the system to join, or null if a profile must be completed first.
 */
export type VerifiedInvitation = { joins: string | null };

/** A form without input: its link needs only a press of the button (ACC-29, ACC-31). */
export type PressedLink = { email: string };

/** The rules of the page that confirms a new email address (FORM-15). */
export const confirmEmailRules: FormRules<PressedLink> = {
  check: () => undefined,
  success: { message: 'Your new email is confirmed' },
  failure: defaultErrorText,
};

/** The rules of the page on which a person with an account joins a system (FORM-16). */
export const joinRules: FormRules<PressedLink> = {
  check: () => undefined,
  success: { message: 'You joined the system' },
  failure: defaultErrorText,
};

/** The rules of the page on which a superuser approves a registration (FORM-17). */
export const approvalRules: FormRules<PersonNames> = {
  check: checkNames,
  success: { message: 'Successfully registered' },
  failure: defaultErrorText,
};

/** The person that a link of an invitation or approval is for; the names may be empty. */
export type InvitedPerson = Candidate & { token: string };

/** Reads the person and token from the link's query; null without token or email. */
export function invitedIn(search: string): InvitedPerson | null {
  const query = new URLSearchParams(search);
  const of = (name: string): string => query.get(name) ?? '';
  const [email, token] = [of('email'), of('token')];
  if (email === '' || token === '') return null;
  return { email, token, firstName: of('firstName'), lastName: of('lastName'), username: of('username') };
}
