import * as v from 'valibot';
import { emailPattern, name, storable, text } from './fields.ts';

/** An e-mail address by its basic pattern. */
export const email = v.pipe(v.string(), v.trim(), v.maxLength(254), v.regex(emailPattern, 'Invalid email'), storable);

/** The token of a mailed link. */
export const linkToken = v.pipe(text(1_024), v.minLength(1));

export const personName = name(100);
/** ACC-2: what is said of a username that has one. */
export const noAtInUsername = 'A username has no @';

/**
 * No @, nor one of the signs that are folded to it: a username that looks like an email could be another
 * person's (ACC-2).
 */
export const username = v.pipe(name(100), v.regex(/^[^@\uFE6B\uFF20]*$/, noAtInUsername));

/**
 * The username of a new account: no spaces within, as none that a registration derives has any (ACC-2,
 * FORM-2).
 */
export const newUsername = v.pipe(username, v.regex(/^[^\s-]\S*$/, 'A username has no spaces and does not begin with a hyphen'));
