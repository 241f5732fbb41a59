import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** Returns the columns of an invitation that are stored but do not appear in its change. */
export function invitationColumns(hash: Buffer, senderId: number): Record<string, unknown> {
  return { token_hash: `\\x${hash.toString('hex')}`, sender_id: senderId };
}

/** Returns the open invitations to a system, by role and email. */
export function invitationsTo({ db }: Db, systemId: string) {
  return db
    .selectFrom('invitations')
    .select(['id', 'email', 'role_id', 'expires_at', 'sender_id'])
    .where('system_id', '=', systemId)
    .orderBy('role_id')
    .orderBy(sql`lower(email)`)
    .execute();
}

/** Returns whether that email is invited to a system. */
export async function isInvited({ db }: Db, systemId: string, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('invitations')
    .select('id')
    .where('system_id', '=', systemId)
    .where(sql<string>`login_name(email)`, '=', sql<string>`login_name(${email})`)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns the person who last sent an invitation or set its role; null if they are gone or disabled. */
export async function senderOf({ db }: Db, id: number): Promise<number | null> {
  const row = await db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.sender_id')
    .select('invitations.sender_id')
    .where('invitations.id', '=', id)
    .where('users.activated', '=', true)
    .executeTakeFirst();
  return row?.sender_id ?? null;
}

/** Records the person who counts as the sender of an invitation. */
export async function setSender({ db }: Db, id: number, senderId: number): Promise<void> {
  await db.updateTable('invitations').set({ sender_id: senderId }).where('id', '=', id).execute();
}

/** Gives an invitation a new link; the earlier one stops working. */
export async function renewInvitation({ db }: Db, id: number, hash: Buffer): Promise<void> {
  await db.updateTable('invitations').set({ token_hash: hash, verified_at: null }).where('id', '=', id).execute();
}

/**
 * An invitation found by its link. `userId`: the account with the invitation's email, or null. `isComplete`:
 * that account has a password.
 */
export type FoundInvitation = {
  id: number;
  systemId: string;
  commonName: string;
  email: string;
  roleId: number;
  wasVerified: boolean;
  userId: number | null;
  isComplete: boolean;
};

/**
 * Returns the invitation with that hash whose link was emailed to that address; undefined if there is none or
 * it has expired.
 */
export async function findInvitation({ db }: Db, hash: Buffer, address: string): Promise<FoundInvitation | undefined> {
  const row = await db
    .selectFrom('invitations as invitation')
    .innerJoin('systems', 'systems.id', 'invitation.system_id')
    .leftJoin('users', (join) =>
      join.on(
        sql<boolean>`lower(users.email) = lower(invitation.email) and login_name(users.email) = login_name(invitation.email)`,
      ),
    )
    .select(['invitation.id', 'invitation.system_id', 'invitation.email', 'invitation.role_id', 'invitation.verified_at'])
    .select(['systems.common_name', 'users.id as user_id', 'users.awaits_completion'])
    .where('invitation.token_hash', '=', hash)
    .where('invitation.expires_at', '>', sql<Date>`now()`)
    .where(sql<string>`login_name(invitation.email)`, '=', sql<string>`login_name(${address})`)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    id: row.id,
    systemId: row.system_id,
    commonName: row.common_name,
    email: row.email,
    roleId: row.role_id,
    wasVerified: row.verified_at !== null,
    userId: row.user_id,
    isComplete: row.user_id !== null && row.awaits_completion === false,
  };
}

/** Records that the page of an invitation's link has asked whether the link is valid. */
export async function noteInvitationVerified({ db }: Db, id: number): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ verified_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('verified_at', 'is', null)
    .execute();
}
