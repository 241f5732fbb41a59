import * as v from 'valibot';

/*
 * What requests may carry, field by field: the client refuses to send what does not fit, the host to take it.
 * Every text, number and list has bounds, within what PostgreSQL stores, so that nothing a caller can send is
 * a failure of the database. Here stand texts, all that the login page needs; what it does not load stands in
 * person-fields, value-fields, instant-fields and query-fields.
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

/** What a call answers that has nothing to report. */
export const nothing = v.object({});

/** What a call answers that has only a sentence to show the person (ERR-3: a message shows a snackbar). */
export const message = v.object({ message: v.optional(v.string()) });

/**
 * The email pattern (FORM-6), of the characters that a plain address has (RFC 5322, atext) and no others:
 * what could be read as several addresses, or as an address within a text, is none.
 */
export const emailPattern = /^[\w!#$%&'*+/=?^{|}~.-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/;

export const password = v.pipe(text(1_024), v.minLength(1));
