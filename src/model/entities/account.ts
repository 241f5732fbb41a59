import * as v from 'valibot';

/** The person who is logged in (ACC-1). Times in ms since 1970. */
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
  /** True if the person's CSV files are written for Excel (FILE-17). Older hosts do not send this. */
  csvForExcel: v.optional(v.boolean(), false),
  timezone: v.string(),
  /** A new email that is not confirmed yet (ACC-29). Older hosts do not send this. */
  pendingEmail: v.optional(v.nullable(v.string())),
});
export type Account = v.InferOutput<typeof accountSchema>;

/** The minimum length of a password in characters (ACC-5). */
export const minPasswordLength = 8;

/**
 * Normalises a password for storing and comparing (ACC-5), because keyboards send the same accent as one
 * character or as two (NIST SP 800-63B).
 */
export function passwordForm(typed: string): string {
  return typed.normalize('NFKC');
}

/** Returns true if a password has the minimum length after normalisation. */
export function isLongEnough(password: string): boolean {
  return Array.from(passwordForm(password)).length >= minPasswordLength;
}

/** Returns 'First Last', or the username if both are empty. */
export function accountName(account: Pick<Account, 'firstName' | 'lastName' | 'username'>): string {
  return `${account.firstName} ${account.lastName}`.trim() || account.username;
}
