import * as v from 'valibot';
import { isOfOneScript } from './one-script.ts';
import { emailPattern, isStorableText, text } from './fields.ts';

/*
 * The fields of a person, wherever one is entered: registration, approval, a link, the profile, an
 * invitation, the admin command (ACC-24).
 */

/**
 * An email address in ASCII, so that no two addresses look alike and none contains several addresses
 * (FORM-6).
 */
export const email = v.pipe(v.string(), v.trim(), v.maxLength(254), v.regex(emailPattern, 'Invalid email'));

/** The token of a link in an email. */
export const linkToken = v.pipe(text(1_024), v.minLength(1));

export const sessionId = v.pipe(v.string(), v.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'This is no session'));

/** Control characters, line separators, and marks that change the direction of writing. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/**
 * Builds the schema of a name of a person or company: anything on one line. Outer spaces are removed, and
 * inner ones reduced to one.
 */
function freeName(maxLength: number, minLength = 1) {
  return v.pipe(
    v.string(),
    v.check((typed) => isStorableText(typed) && !unseen.test(typed), 'A name is one line, without control characters'),
    v.transform((typed) => typed.trim().replace(/\s+/g, ' ')),
    v.string(),
    v.minLength(minLength),
    v.maxLength(maxLength),
  );
}

export const personName = freeName(100);
/** FORM-1: the name of a company, 3 to 200 characters. */
export const company = freeName(200, 3);

/** ACC-2: the error text for a username with an @. */
export const noAtInUsername = 'A username has no @';

/**
 * A username derived from a registration. If it breaks the rules for new usernames, the person who approves
 * it changes it (FORM-2).
 */
export const derivedUsername = v.pipe(freeName(100), v.regex(/^[^@]*$/, noAtInUsername));

/**
 * A newly chosen username (ACC-2, ACC-25). It is in one spelling (NFKC). It has no @, because it could be
 * another person's email, and no spaces or invisible characters. It is in one script, because letters of
 * different scripts look alike.
 */
export const newUsername = v.pipe(
  v.string(),
  v.maxLength(100),
  v.normalize('NFKC'),
  v.trim(),
  v.minLength(1),
  v.maxLength(100),
  v.check((typed) => !typed.includes('@'), noAtInUsername),
  v.check((typed) => /^[^\s-]\S*$/.test(typed), 'A username has no spaces and does not begin with a hyphen'),
  v.check((typed) => !/[\p{C}\p{Default_Ignorable_Code_Point}]/u.test(typed), 'A username has no characters that are not seen'),
  v.check(isOfOneScript, 'A username is written in one script'),
);
