import { sql } from 'kysely';
import type { Db } from '../database.ts';
import type { AccountTokenTable } from '../schema-accounts.ts';

/** What a link does that lets its reader in; each is good once. */
export type LinkPurpose = Exclude<AccountTokenTable['purpose'], 'unsubscribe'>;

/** A link that is made: its hash, whose it is, and for how many minutes it is good. */
export type NewLink = {
  hash: Buffer;
  purpose: LinkPurpose;
  userId: number;
  minutes: number;
  /** What it makes the person's email, of an 'email'. */
  email?: string;
};

/** Keeps a link; of a person only the last one of a purpose is good. */
export async function addLink(within: Db, { hash, purpose, userId, minutes, email = '' }: NewLink): Promise<void> {
  await dropLinks(within, userId, [purpose]);
  await within.db
    .insertInto('account_tokens')
    .values({
      token_hash: hash,
      purpose,
      user_id: userId,
      email: purpose === 'email' ? email : null,
      expires_at: sql<Date>`now() + make_interval(mins => ${minutes})`,
    })
    .execute();
}

/** A link that is good: what it does, whose it is, and whether its page was told so before. */
export type FoundLink = { purpose: LinkPurpose; userId: number; wasVerified: boolean };

/** The link of a hash that was mailed to an address; undefined for none, or one past its time. */
export async function findLink({ db }: Db, hash: Buffer, address: string): Promise<FoundLink | undefined> {
  const row = await db
    .selectFrom('account_tokens as token')
    .innerJoin('users', 'users.id', 'token.user_id')
    .select(['token.purpose', 'token.user_id', 'token.verified_at'])
    .where('token.token_hash', '=', hash)
    .where('token.purpose', '<>', 'unsubscribe')
    .where('token.expires_at', '>', sql<Date>`now()`)
    .where(sql<string>`login_name(coalesce(token.email, users.email))`, '=', sql<string>`login_name(${address})`)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { purpose: row.purpose as LinkPurpose, userId: row.user_id, wasVerified: row.verified_at !== null };
}

/** Notes that the page of a link was told that it is good. */
export async function noteVerified({ db }: Db, hash: Buffer): Promise<void> {
  await db
    .updateTable('account_tokens')
    .set({ verified_at: sql<Date>`now()` })
    .where('token_hash', '=', hash)
    .where('verified_at', 'is', null)
    .execute();
}

/**
 * Makes the email of a link its person's: of several at once one is told whose and which it was before;
 * undefined where it is good no more, or did so. @throws what `takenField` knows.
 */
export async function confirmEmail(
  { db }: Db,
  hash: Buffer,
): Promise<{ userId: number; username: string; before: string; email: string } | undefined> {
  const link = await db
    .updateTable('account_tokens')
    .set({ verified_at: sql<Date>`now()` })
    .where('token_hash', '=', hash)
    .where('purpose', '=', 'email')
    .where('verified_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['user_id', 'email'])
    .executeTakeFirst();
  if (link === undefined || link.email === null) return undefined;
  const { user_id: userId, email } = link;
  const person = db.selectFrom('users').select(['username', 'email']).where('id', '=', userId).forNoKeyUpdate();
  const { username, email: before } = await person.executeTakeFirstOrThrow();
  await db.updateTable('users').set({ email }).where('id', '=', userId).execute();
  return { userId, username, before, email };
}

/** The email that somebody has still to confirm; null for none. */
export async function pendingEmail({ db }: Db, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('account_tokens')
    .select('email')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'email')
    .where('verified_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row?.email ?? null;
}

/** Uses a link up: of several at once one is told whose it is; undefined where it is good no more. */
export async function useLink({ db }: Db, hash: Buffer, purpose: LinkPurpose): Promise<{ userId: number } | undefined> {
  return db
    .deleteFrom('account_tokens')
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id as userId')
    .executeTakeFirst();
}

/** Makes links of a person useless. */
export async function dropLinks({ db }: Db, userId: number, purposes: readonly LinkPurpose[]): Promise<void> {
  await db.deleteFrom('account_tokens').where('user_id', '=', userId).where('purpose', 'in', purposes).execute();
}
