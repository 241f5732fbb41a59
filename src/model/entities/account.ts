import * as v from 'valibot';

/** The person who is logged in (ACC-1). Times in ms since the epoch. */
export const accountSchema = v.object({
  id: v.number(),
  username: v.string(),
  email: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  activated: v.boolean(),
  createdAt: v.number(),
  lastLogin: v.nullable(v.number()),
  mitasId: v.nullable(v.string()),
  darkMode: v.boolean(),
  /** Their CSV files are made for Excel (FILE-17); hosts of before did not say. */
  csvForExcel: v.optional(v.boolean(), false),
  timezone: v.string(),
  /** Another email, which counts once it is confirmed (ACC-29); hosts of before did not say. */
  pendingEmail: v.optional(v.nullable(v.string())),
});
export type Account = v.InferOutput<typeof accountSchema>;

/** A password's length in characters (ACC-5). */
export const minPasswordLength = 8;

/**
 * A password as it is kept and compared (ACC-5): keyboards send the same accent as one character or as two
 * (NIST SP 800-63B).
 */
export function passwordForm(typed: string): string {
  return typed.normalize('NFKC');
}

/** True for a password that has the characters it takes, however its keyboard sends them. */
export function isLongEnough(password: string): boolean {
  return Array.from(passwordForm(password)).length >= minPasswordLength;
}

/** 'First Last', or the username where both are empty. */
export function accountName(account: Pick<Account, 'firstName' | 'lastName' | 'username'>): string {
  return `${account.firstName} ${account.lastName}`.trim() || account.username;
}
