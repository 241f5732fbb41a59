import { defaultErrorText } from '../contract/failure.ts';
import type { Candidate } from './mailed-links.ts';
import { collapsed, type FormRules } from './form-rules.ts';
import { checkNewPassword, type NewPassword } from './new-password.ts';
import type { Refusal } from './refusal.ts';

/** What a person is called. */
export type PersonNames = { firstName: string; lastName: string; username: string };

const labels: readonly [keyof PersonNames, string][] = [
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
  ['username', 'Username'],
];

/** The first name that is missing, with its words; undefined where all are there. */
export function checkNames(names: PersonNames): Refusal<keyof PersonNames> | undefined {
  const missing = labels.find(([field]) => collapsed(names[field]) === '');
  return missing && { field: missing[0], text: `${missing[1]} is required` };
}

/** The names as they are sent: trimmed, and white space collapsed. */
export function namesToSend({ firstName, lastName, username }: PersonNames): PersonNames {
  return { firstName: collapsed(firstName), lastName: collapsed(lastName), username: collapsed(username) };
}

export type CompleteProfile = PersonNames & NewPassword;

/** FORM-16: the page of an invitation or an approved registration. */
export const completeProfileRules: FormRules<CompleteProfile> = {
  check: (values) => checkNames(values) ?? checkNewPassword(values),
  success: { message: 'Successfully validated, please login' },
  failure: defaultErrorText,
};

/**
 * FORM-16: why it cannot be sent yet; null once every field has something. What is wrong with a password is
 * said when it is sent.
 */
export function whyNotCompleted(values: CompleteProfile): string | null {
  const missing = checkNames(values);
  if (missing !== undefined) return missing.text;
  return values.password === '' || values.confirmed === '' ? 'Enter the new password twice' : null;
}

/** What a link is good for: the system that is joined by it, or null where a profile is missing. */
export type VerifiedInvitation = { joins: string | null };

/** A form in which nothing is typed: a press is all that its link waits for (ACC-29, ACC-31). */
export type PressedLink = { email: string };

/** FORM-15: another email. */
export const confirmEmailRules: FormRules<PressedLink> = {
  check: () => undefined,
  success: { message: 'Your new email is confirmed' },
  failure: defaultErrorText,
};

/** FORM-16: a system, for who has an account. */
export const joinRules: FormRules<PressedLink> = {
  check: () => undefined,
  success: { message: 'You joined the system' },
  failure: defaultErrorText,
};

/** FORM-17: a superuser approves a registration. */
export const approvalRules: FormRules<PersonNames> = {
  check: checkNames,
  success: { message: 'Successfully registered' },
  failure: defaultErrorText,
};

/** Who follows the link of an invitation or an approval; the names may be empty. */
export type InvitedPerson = Candidate & { token: string };

/** The person and the token in the query of such a link; null where the token or the email is missing. */
export function invitedIn(search: string): InvitedPerson | null {
  const query = new URLSearchParams(search);
  const of = (name: string): string => query.get(name) ?? '';
  const [email, token] = [of('email'), of('token')];
  if (email === '' || token === '') return null;
  return { email, token, firstName: of('firstName'), lastName: of('lastName'), username: of('username') };
}
