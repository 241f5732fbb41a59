import { sql } from 'kysely';
import { accepted, refused, type Result } from '#model/result.ts';
import type { Db } from '../database.ts';

export type StoredSession = { userId: number; sessionId: string; expiresAt: Date };

/** SQL for the latest end of a session: its expiry, but not more than `limitMs` after it began. */
const sessionEnd = (limitMs: number) => sql<Date>`least(sessions.expires_at, sessions.created_at + ${limitMs} * interval '1 ms')`;

/** Returns the session if it has not ended, otherwise null. */
export async function liveSession({ db }: Db, sessionId: string, limitMs: number): Promise<StoredSession | null> {
  const end = sessionEnd(limitMs);
  const row = await db
    .selectFrom('sessions')
    .select(['user_id', end.as('expires_at')])
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .where(end, '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row === undefined ? null : { userId: row.user_id, sessionId, expiresAt: row.expires_at };
}

/** Ends a session. Returns its person's id, or undefined if it had already ended. */
export async function endSession({ db }: Db, sessionId: string, reason: string): Promise<number | undefined> {
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, ended_reason: reason })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return ended?.user_id;
}

/**
 * Ends all sessions of a person, except the session `except` if given. Returns the ids of the ended sessions.
 */
export async function endSessionsOf({ db }: Db, userId: number, reason: string, except?: string): Promise<string[]> {
  const rows = await db
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, ended_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('id', 'is distinct from', except ?? null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the sessions that ended in a past interval, such as '20 minutes'. */
export async function endedSessions({ db }: Db, within: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('ended_at', '>', sql<Date>`now() - ${within}::interval`)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * A person who has just entered the correct password, and their device. `rehash`: the hash to store instead
 * of the present one; null to keep that.
 */
export type Proof = { userId: number; passwordHash: string; rehash: string | null; device: string };

/**
 * Opens a session. Returns null if the account was disabled, or its password changed, after the password was
 * checked.
 */
export async function addSession(
  { db }: Db,
  { userId, passwordHash, rehash, device }: Proof,
  expiresAt: Date,
): Promise<string | null> {
  // Waits for a transaction that disables the account or changes its password, and then sees that change.
  const person = await db
    .updateTable('users')
    .set({ last_login: sql`now()`, ...(rehash === null ? {} : { password_hash: rehash }) })
    .where('id', '=', userId)
    .where('activated', '=', true)
    .where('password_hash', '=', passwordHash)
    .returning('id')
    .executeTakeFirst();
  if (person === undefined) return null;
  const { id } = await db
    .insertInto('sessions')
    .values({ user_id: userId, expires_at: expiresAt, device })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function addRefreshToken({ db }: Db, hash: Buffer, sessionId: string, expiresAt: Date): Promise<void> {
  await db.insertInto('refresh_tokens').values({ token_hash: hash, session_id: sessionId, expires_at: expiresAt }).execute();
}

/** Records that a refresh token was used, and extends its session to `expiresAt`. */
export async function useRefreshToken({ db }: Db, hash: Buffer, sessionId: string, expiresAt: Date): Promise<void> {
  await db
    .updateTable('refresh_tokens')
    .set({ used_at: sql`clock_timestamp()` })
    .where('token_hash', '=', hash)
    .execute();
  await db
    .updateTable('sessions')
    .set({ expires_at: expiresAt, used_at: sql<Date>`now()` })
    .where('id', '=', sessionId)
    .execute();
}

/** Records that a session was used now. */
export async function noteSessionUse({ db }: Db, sessionId: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ used_at: sql<Date>`now()` })
    .where('id', '=', sessionId)
    .execute();
}

/** Returns a person's open sessions, the last used first. */
export function listSessions({ db }: Db, userId: number, limitMs: number) {
  return db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at', 'used_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where(sessionEnd(limitMs), '>', sql<Date>`now()`)
    .orderBy('used_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Returns the session of a refresh token, even if either has ended; null if the token is unknown. */
export async function sessionOfToken({ db }: Db, hash: Buffer): Promise<string | null> {
  const row = await db.selectFrom('refresh_tokens').select('session_id').where('token_hash', '=', hash).executeTakeFirst();
  return row?.session_id ?? null;
}

/**
 * A refresh token of an open session. Ages are in ms; `usedAgo` is null if the token was not used; `limit` is
 * when the session ends at the latest.
 */
export type FoundToken = {
  session: StoredSession;
  limit: Date;
  usedAgo: number | null;
  age: number;
  tokenExpired: boolean;
};

/**
 * Finds and locks a refresh token. Of two simultaneous requests with it, one rotates the token and the other
 * sees that. The person cannot be disabled until the transaction ends.
 */
export async function findRefreshToken(
  { db }: Db,
  hash: Buffer,
  limitMs: number,
): Promise<Result<FoundToken, 'unknown' | 'ended'>> {
  const end = sessionEnd(limitMs);
  const row = await db
    .selectFrom('refresh_tokens as token')
    .innerJoin('sessions', 'sessions.id', 'token.session_id')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.user_id', end.as('expires_at')])
    .select([
      sql<Date>`sessions.created_at + ${limitMs} * interval '1 ms'`.as('limit'),
      sql<number>`extract(epoch from clock_timestamp() - token.issued_at)::float8 * 1000`.as('age'),
      sql<number | null>`extract(epoch from clock_timestamp() - token.used_at)::float8 * 1000`.as('used_ago'),
      sql<boolean>`token.expires_at <= now()`.as('token_expired'),
      sql<boolean>`sessions.ended_at is not null or ${end} <= now() or not users.activated`.as('ended'),
    ])
    .where('token.token_hash', '=', hash)
    .forUpdate('token')
    .forShare('users')
    .executeTakeFirst();
  if (row === undefined) return refused('unknown');
  if (row.ended) return refused('ended');
  return accepted({
    session: { userId: row.user_id, sessionId: row.id, expiresAt: row.expires_at },
    limit: row.limit,
    usedAgo: row.used_ago,
    age: row.age,
    tokenExpired: row.token_expired,
  });
}

/**
 * Deletes what is no longer needed: expired refresh tokens and links, keys and sessions that ended a month
 * ago, registrations that are 90 days old, expired rate limits, and notes that every host has read. Used
 * refresh tokens are kept until they expire, so that the reuse of a stolen one is noticed.
 */
export async function sweepAccountTables({ db }: Db, signal?: AbortSignal): Promise<void> {
  const ago = (interval: string) => sql<Date>`now() - ${interval}::interval`;
  const sweeps = [
    db.deleteFrom('refresh_tokens').where('expires_at', '<', ago('1 day')),
    db.deleteFrom('sessions').where((eb) => eb.or([eb('ended_at', '<', ago('30 days')), eb('expires_at', '<', ago('30 days'))])),
    db
      .deleteFrom('access_keys')
      .where((eb) => eb.or([eb('revoked_at', '<', ago('30 days')), eb('expires_at', '<', ago('30 days'))])),
    db.deleteFrom('account_tokens').where('expires_at', '<', ago('1 day')),
    db.deleteFrom('registration_requests').where('created_at', '<', ago('90 days')),
    db.deleteFrom('rate_limits').where('expire', '<', Date.now()),
    db.deleteFrom('ftps_addresses').where('seen_at', '<', ago('30 days')),
    db.deleteFrom('membership_changes').where('at', '<', ago('1 day')),
    db.deleteFrom('security_notes').where('logged_at', '<', ago('1 day')),
  ];
  for (const sweep of sweeps) {
    signal?.throwIfAborted();
    await sweep.execute();
  }
}
