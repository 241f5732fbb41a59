import * as v from 'valibot';

/** How an access key begins, so that logs and scanners for secrets know one (ACC-32). */
export const accessKeyPrefix = 'tck_';
/** A whole access key, wherever it stands. */
export const accessKeyPattern = /tck_[A-Za-z0-9_-]{43}/;

/** With or without its scheme, and with quotes or blanks before either. */
const beginsLikeAccessKey = new RegExp(`^[^A-Za-z0-9]*(?:Bearer\\b)?[^A-Za-z0-9]*${accessKeyPrefix}`, 'i');
const wholeAccessKey = new RegExp(`^${accessKeyPattern.source}$`);

/** True for what looks like an access key, whether anybody made it or not. */
export function isAccessKey(token: string): boolean {
  return wholeAccessKey.test(token);
}

/** How programs send each sort of key. */
type KeyScheme = 'Bearer' | 'Receiver';

/**
 * Says what to check of an Authorization header that no key can be read from (ERR-20): one pasted with
 * quotes or blanks, or in part. Null for what may be a key, and for what was not meant as one. The key itself
 * is never repeated.
 */
export function keyProblem(authorization: string, scheme: KeyScheme): string | null {
  const [, sent] = new RegExp(`^${scheme}\\b\\s*(.*)$`, 'is').exec(authorization) ?? [];
  const isRead = sent !== undefined && /^[A-Za-z0-9_\-.~+/=]+$/.test(sent);
  // A session's token may hold the prefix somewhere in its middle.
  const isAccess = scheme === 'Bearer' && beginsLikeAccessKey.test(authorization);
  if (isAccess ? isRead && isAccessKey(sent) : sent === undefined || isRead) return null;
  return `This is not a key: check for quotes, blanks and missing characters. Send Authorization: ${scheme} <key>`;
}

/** The most characters of a key's name. */
export const longestKeyName = 100;
/** How many access keys a person has in a system at a time, and a system receiver keys. */
export const mostAccessKeys = 20;
export const mostReceiverKeys = 500;

/** For how many days an access key is good where nothing else is said, and at most. */
export const usualKeyDays = 90;
export const mostKeyDays = 400;
export const dayMs = 86_400_000;

/** A key as who may revoke it sees it: never the key itself. Times in ms since the epoch. */
const shownKey = { id: v.number(), name: v.string(), createdAt: v.number(), lastUsedAt: v.nullable(v.number()) };

export const receiverKeySchema = v.object(shownKey);
/** `beginsWith`: its first characters. */
export const accessKeySchema = v.object({ ...shownKey, beginsWith: v.string(), expiresAt: v.number() });

/** A key of either sort, as lists show it. */
export type ShownKey = v.InferOutput<typeof receiverKeySchema> & Partial<v.InferOutput<typeof accessKeySchema>>;

/** What a person says of a key that is to be made; `expiresAt` null takes what is usual, or never. */
export type KeyOrder = { name: string; expiresAt: number | null };
