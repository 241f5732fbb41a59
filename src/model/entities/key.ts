import * as v from 'valibot';

/** The prefix of access keys, by which logs and secret scanners recognise them (ACC-32). */
export const accessKeyPrefix = 'tck_';
/** A complete access key anywhere in a text. */
export const accessKeyPattern = /tck_[A-Za-z0-9_-]{43}/;

/** Matches a header that begins like an access key, with or without scheme, even after quotes or blanks. */
const beginsLikeAccessKey = new RegExp(`^[^A-Za-z0-9]*(?:Bearer\\b)?[^A-Za-z0-9]*${accessKeyPrefix}`, 'i');
const wholeAccessKey = new RegExp(`^${accessKeyPattern.source}$`);

/** True for a string in the form of an access key, whether it was ever issued or not. */
export function isAccessKey(token: string): boolean {
  return wholeAccessKey.test(token);
}

/** The Authorization scheme of each sort of key. */
type KeyScheme = 'Bearer' | 'Receiver';

/**
 * Says what to check about an Authorization header with no readable key (ERR-20), pasted with quotes or
 * blanks, or only in part. Returns null for a possible key, and for a header not meant as one. Never repeats
 * the key itself.
 */
export function keyProblem(authorization: string, scheme: KeyScheme): string | null {
  const [, sent] = new RegExp(`^${scheme}\\b\\s*(.*)$`, 'is').exec(authorization) ?? [];
  const isRead = sent !== undefined && /^[A-Za-z0-9_\-.~+/=]+$/.test(sent);
  // The prefix must be at the beginning: a session's token may contain it by chance.
  const isAccess = scheme === 'Bearer' && beginsLikeAccessKey.test(authorization);
  if (isAccess ? isRead && isAccessKey(sent) : sent === undefined || isRead) return null;
  return `This is not a key: check for quotes, blanks and missing characters. Send Authorization: ${scheme} <key>`;
}

/** The maximum length of a key's name in characters. */
export const longestKeyName = 100;
/** How many access keys a person may have in a system, and how many receiver keys a system may have. */
export const mostAccessKeys = 20;
export const mostReceiverKeys = 500;

/** How many days an access key is valid by default, and at most. */
export const usualKeyDays = 90;
export const mostKeyDays = 400;
export const dayMs = 86_400_000;

/** A key as lists show it: never the key itself. Times in ms since 1970. */
const shownKey = { id: v.number(), name: v.string(), createdAt: v.number(), lastUsedAt: v.nullable(v.number()) };

export const receiverKeySchema = v.object(shownKey);
/** `beginsWith` is the key's first characters. */
export const accessKeySchema = v.object({ ...shownKey, beginsWith: v.string(), expiresAt: v.number() });

/** A key of either sort, for lists. */
export type ShownKey = v.InferOutput<typeof receiverKeySchema> & Partial<v.InferOutput<typeof accessKeySchema>>;

/** The values of a form for a new key. With `expiresAt` null the key gets the default expiry, or none. */
export type KeyOrder = { name: string; expiresAt: number | null };
