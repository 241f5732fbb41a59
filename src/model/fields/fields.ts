import * as v from 'valibot';

/*
 * The fields of requests. The client refuses to send what does not fit, and the host refuses to accept it.
 * Every text, number and list is bounded within what PostgreSQL can store, so that no request makes the
 * database fail. This file has the texts, which are all that the login page needs. It does not load the rest:
 * person-fields, value-fields, instant-fields and query-fields.
 */

/**
 * Returns true for a text that PostgreSQL stores unchanged: without NUL, which it refuses, and without half a
 * surrogate pair, which it would replace.
 */
export function isStorableText(text: string): boolean {
  return !/[\0\p{Cs}]/u.test(text);
}

/** The check of every text that has no other restriction. */
export const storable = v.check<string, string>(isStorableText, 'Text cannot hold NUL or half a character');

/** Builds the schema of a text of at most `maxLength` UTF-16 units, kept as typed. */
export function text(maxLength: number) {
  return v.pipe(v.string(), v.maxLength(maxLength), storable);
}

/** Builds the schema of a text of at least one character, without spaces around it. */
export function name(maxLength: number) {
  return v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(maxLength), storable);
}

/** The reply of a call that has nothing to report. */
export const nothing = v.object({});

/** The reply of a call that only has a sentence to show (ERR-3: a message shows a snackbar). */
export const message = v.object({ message: v.optional(v.string()) });

/**
 * The email pattern (FORM-6). It allows only the characters of plain addresses (RFC 5322, atext), so that
 * nothing can be read as several addresses or as an address within a text.
 */
export const emailPattern = /^[\w!#$%&'*+/=?^{|}~.-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/;

export const password = v.pipe(text(1_024), v.minLength(1));
