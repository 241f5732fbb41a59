import * as v from 'valibot';
import { isOfOneScript } from './one-script.ts';
import { emailPattern, isStorableText, text } from './fields.ts';

/*
 * What a person is made of, wherever one comes in: signing up, approval, a link, the profile, an invitation,
 * the admin command (ACC-24).
 */

/** An e-mail address, of ASCII alone: no two look alike, and none is more than one address (FORM-6). */
export const email = v.pipe(v.string(), v.trim(), v.maxLength(254), v.regex(emailPattern, 'Invalid email'));

/** The token of a mailed link. */
export const linkToken = v.pipe(text(1_024), v.minLength(1));

/** The id of a session. */
export const sessionId = v.pipe(v.string(), v.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'This is no session'));

/** Control characters, ends of lines, and what turns the direction of writing. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/**
 * What people and their companies are called: anything on one line, spaces around it left out and those
 * within it made one.
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
/** FORM-1. */
export const company = freeName(200, 3);

/** ACC-2: what is said of a username that has one. */
export const noAtInUsername = 'A username has no @';

/** What a registration derives as a username; whoever approves it makes one of it that fits (FORM-2). */
export const derivedUsername = v.pipe(freeName(100), v.regex(/^[^@]*$/, noAtInUsername));

/**
 * A username that is chosen now (ACC-2, ACC-25): one spelling (NFKC) without @, which could be another's
 * email, without spaces and what is not seen, and of one script, as letters of several look alike.
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
