import * as v from 'valibot';

/** The prefix of access keys, by which logs and secret scanners recognise them (ACC-32). */
export const accessKeyPrefix = 'tck_';
/** A complete access key anywhere in a text. */
export const accessKeyPattern = /tck_[A-Za-z0-9_-]{43}/;

/**
 * Matches a header that begins like an access key, with or without the scheme, even after quotes or blanks.
 */
const beginsLikeAccessKey = new RegExp(`^[^A-Za-z0-9]*(?:Bearer\\b)?[^A-Za-z0-9]*${accessKeyPrefix}`, 'i');
const wholeAccessKey = new RegExp(`^${accessKeyPattern.source}$`);

/** Returns true for a string in the form of an access key, even if no such key was issued. */
export function isAccessKey(token: string): boolean {
  return wholeAccessKey.test(token);
}

/** The Authorization scheme of each sort of key. */
type KeyScheme = 'Bearer' | 'Receiver';

/**
 * Returns advice about an Authorization header whose key is unreadable (ERR-20), because it was pasted with
 * quotes or blanks, or only in part. Returns null if the key may be valid, or if the header is not meant to
 * contain a key. The advice never repeats the key.
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
/** The most access keys of a person in a system, and the most receiver keys of a system. */
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

/**
 * The values of a form for a new key. If `expiresAt` is null, an access key gets the default expiry; a
 * receiver key never expires.
 */
export type KeyOrder = { name: string; expiresAt: number | null };
