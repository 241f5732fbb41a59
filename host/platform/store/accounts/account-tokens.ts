import { sql } from 'kysely';
import type { Db } from '../database.ts';
import type { AccountTokenTable } from '../schema-accounts.ts';

/** What an emailed link is for, other than to unsubscribe. Each link works once. */
export type LinkPurpose = Exclude<AccountTokenTable['purpose'], 'unsubscribe'>;

/** A new link: the hash of its token, its purpose, its person, and for how many minutes it is valid. */
export type NewLink = {
  hash: Buffer;
  purpose: LinkPurpose;
  userId: number;
  minutes: number;
  /** For the purpose 'email': the new address. */
  email?: string;
};

/** Stores a link. It replaces the person's earlier link for that purpose. */
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

/** A valid link. `wasVerified`: the link's page has already asked whether the link is valid. */
export type FoundLink = { purpose: LinkPurpose; userId: number; wasVerified: boolean };

/**
 * Returns the link with that hash that was emailed to that address; undefined if there is none or it has
 * expired.
 */
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

/** Records that a link's page has asked whether the link is valid. */
export async function noteVerified({ db }: Db, hash: Buffer): Promise<void> {
  await db
    .updateTable('account_tokens')
    .set({ verified_at: sql<Date>`now()` })
    .where('token_hash', '=', hash)
    .where('verified_at', 'is', null)
    .execute();
}

/**
 * Makes the link's address the person's email, and returns it with the earlier one. Returns undefined if the
 * link has expired or was used already, perhaps by a simultaneous request.
 * @throws the errors that `takenField` translates.
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

/** Returns the new email that a person has not confirmed yet, or null. */
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

/**
 * Uses up a link and returns its person. Returns undefined if the link has expired or was used already,
 * perhaps by a simultaneous request.
 */
export async function useLink({ db }: Db, hash: Buffer, purpose: LinkPurpose): Promise<{ userId: number } | undefined> {
  return db
    .deleteFrom('account_tokens')
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id as userId')
    .executeTakeFirst();
}

/** Deletes a person's links for these purposes. */
export async function dropLinks({ db }: Db, userId: number, purposes: readonly LinkPurpose[]): Promise<void> {
  await db.deleteFrom('account_tokens').where('user_id', '=', userId).where('purpose', 'in', purposes).execute();
}
