import * as v from 'valibot';

/*
 * What requests may carry, field by field: the client refuses to send what does not fit, the host to take it.
 * Every text, number and list has bounds, within what PostgreSQL stores, so that nothing a caller can send is
 * a failure of the database. Here stand texts, all that the login page needs; what it does not load stands in
 * value-fields, instant-fields and query-fields.
 */

/**
 * True for what PostgreSQL stores as it stands: no NUL, which it refuses, and no half of a surrogate pair,
 * which becomes another character.
 */
export function isStorableText(text: string): boolean {
  return !/[\0\p{Cs}]/u.test(text);
}

/** The check of every text that is free otherwise. */
export const storable = v.check<string, string>(isStorableText, 'Text cannot hold NUL or half a character');

/** A text of at most `maxLength` UTF-16 units, kept as it was typed. */
export function text(maxLength: number) {
  return v.pipe(v.string(), v.maxLength(maxLength), storable);
}

/** A text of at least one character, spaces around it left out. */
export function name(maxLength: number) {
  return v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(maxLength), storable);
}

/** What stood in a field before a change: whatever it was, it is only compared. */
export const oldText = text(254);

/** What a call answers that has nothing to report. */
export const nothing = v.object({});

/** What a call answers that has only a sentence to show the person (ERR-3: a message shows a snackbar). */
export const message = v.object({ message: v.optional(v.string()) });

/** The basic email pattern (FORM-6). */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** An e-mail address by its basic pattern. */
export const email = v.pipe(v.string(), v.trim(), v.maxLength(254), v.regex(emailPattern, 'Invalid email'), storable);

/** The token of a mailed link. */
export const linkToken = v.pipe(text(1_024), v.minLength(1));

export const password = v.pipe(text(1_024), v.minLength(1));
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
