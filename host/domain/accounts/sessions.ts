import { sql, type Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Bus } from '../../platform/bus/bus.ts';
import { logSecurity } from '../../platform/security-events.ts';
import type { Database } from '../../platform/store/database.ts';
import type { Schema } from '../../platform/store/schema.ts';
import { keyedHash, randomSecret, secretHash } from './secrets.ts';
import type { SigningKey, SigningKeys } from './signing-keys.ts';

/** ACC-6, ACC-8: a refresh token lives 14 days, and so does a session that is not used. */
export const refreshTokenMs = 14 * 24 * 3_600_000;

/** ACC-8: a session ends so long after it was opened, however much it is used. */
export const sessionLimitMs = 90 * 24 * 3_600_000;

/**
 * A renewal leaves a refresh token of this age as it is: each rotation is a moment at which a line that breaks loses the successor, and with
 * it the session. An older one is rotated, so that a page that stays open does not outlive its cookie.
 */
export const renewalRotationMs = 24 * 3_600_000;

/**
 * How long a used refresh token still answers with its successor. Two tabs that refresh at the same moment send the same
 * cookie; the second is no thief.
 */
export const rotationGraceMs = 10_000;

export type Session = { userId: number; sessionId: string; expiresAt: Date };
export type OpenedSession = Session & { refreshToken: string };
export type EndReason = 'logout' | 'reuse' | 'password changed' | 'demo refused' | 'removed';

/** What came of a refresh token: a successor, or why there is none. */
export type Rotation = { kind: 'rotated'; session: OpenedSession } | { kind: 'unknown' } | { kind: 'ended' } | Reused;
type Reused = { kind: 'reused'; sessionId: string };

/** A person whose password was just found to be right; `rehash` takes the place of the stored hash. */
export type Proof = { userId: number; passwordHash: string; rehash: string | null };

export type Sessions = {
  /** Null when the account was disabled, or its password changed, since the password was judged. */
  open(proof: Proof): Promise<OpenedSession | null>;
  rotate(refreshToken: string): Promise<Rotation>;
  /** The session of a refresh token where it is this one, without using the token up unless it is a day old. */
  renew(refreshToken: string, sessionId: string): Promise<Rotation | { kind: 'kept'; session: Session }>;
  /** Ends a session; ending one that has ended changes nothing. */
  end(sessionId: string, reason: EndReason): Promise<void>;
  /** Ends all sessions of a person, but for one. */
  endAllOf(userId: number, reason: EndReason, except?: string): Promise<void>;
  /** The session a refresh token belongs to, whatever has become of either. */
  sessionOf(refreshToken: string): Promise<string | null>;
  /** The session while it lives, else null. */
  find(sessionId: string): Promise<Session | null>;
};

type Tx = Transaction<Schema>;
type Found = { session: Session; limit: Date; usedAgo: number | null; age: number; tokenExpired: boolean };

/** When a session ends at the latest, as the database counts it. */
const sessionEnd = sql<Date>`least(sessions.expires_at, sessions.created_at + ${sessionLimitMs} * interval '1 ms')`;

/**
 * Sessions and the refresh tokens that keep them alive (ACC-7). A session is the family of its tokens: each
 * is good once, its successor is made from it by a key, and one that comes a second time ends the family.
 */
export function createSessions({ db }: Pick<Database, 'db'>, keys: SigningKeys, bus: Bus, log: Logger): Sessions {
  async function find(sessionId: string): Promise<Session | null> {
    const row = await db
      .selectFrom('sessions')
      .select(['user_id', sessionEnd.as('expires_at')])
      .where('id', '=', sessionId)
      .where('ended_at', 'is', null)
      .where(sessionEnd, '>', sql<Date>`now()`)
      .executeTakeFirst();
    return row === undefined ? null : { userId: row.user_id, sessionId, expiresAt: row.expires_at };
  }

  async function end(sessionId: string, reason: EndReason): Promise<void> {
    const ended = await db
      .updateTable('sessions')
      .set({ ended_at: sql`now()`, ended_reason: reason })
      .where('id', '=', sessionId)
      .where('ended_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst();
    if (ended !== undefined) logSecurity(log, { event: 'session.ended', userId: ended.user_id, sessionId, reason });
    bus.publish({ kind: 'sessionEnded', sessionId });
  }

  async function use(tx: Tx, token: string, { session, limit }: Found, chain: readonly SigningKey[]): Promise<OpenedSession> {
    const [current] = chain;
    if (current === undefined) throw new Error('There is no signing key to make a refresh token with');
    const refreshToken = keyedHash(current.refreshChain, token);
    const expiresAt = new Date(Math.min(Date.now() + refreshTokenMs, limit.getTime()));
    await tx
      .updateTable('refresh_tokens')
      .set({ used_at: sql`clock_timestamp()` })
      .where('token_hash', '=', secretHash(token))
      .execute();
    await storeToken(tx, refreshToken, session.sessionId, expiresAt);
    await tx.updateTable('sessions').set({ expires_at: expiresAt }).where('id', '=', session.sessionId).execute();
    return { ...session, expiresAt, refreshToken };
  }

  /** One try at a rotation, by the keys that are known; 'unknownKey' when the successor was made by another one. */
  function rotateBy(chain: readonly SigningKey[], sent: string): Promise<Rotation | { kind: 'unknownKey' }> {
    return db.transaction().execute(async (tx) => {
      // Follows the chain: the successor may itself have been used within the grace.
      for (let token = sent; ;) {
        const found = await findToken(tx, token);
        if (found === 'unknown') return { kind: 'unknown' };
        if (found === 'ended' || found.tokenExpired) return { kind: 'ended' };
        if (found.usedAgo === null) {
          // The token that was sent is used up; one reached through the grace is handed out again as it is.
          const session = token === sent ? await use(tx, token, found, chain) : { ...found.session, refreshToken: token };
          return { kind: 'rotated', session };
        }
        if (found.usedAgo > rotationGraceMs) {
          const { userId, sessionId } = found.session;
          logSecurity(log, { event: 'session.refreshTokenReused', userId, sessionId });
          return { kind: 'reused', sessionId };
        }
        const next = await successorOf(tx, token, chain);
        if (next === null) return { kind: 'unknownKey' };
        token = next;
      }
    });
  }

  async function rotate(refreshToken: string): Promise<Rotation> {
    // Read before the transaction: with all connections in one, a question for keys would wait for itself.
    let result = await rotateBy(await keys.all('token'), refreshToken);
    if (result.kind === 'unknownKey') result = await rotateBy(await keys.all('token', 'anew'), refreshToken);
    if (result.kind === 'reused') await end(result.sessionId, 'reuse');
    return result.kind === 'unknownKey' ? { kind: 'unknown' } : result;
  }

  return {
    find,
    end,
    rotate,
    open({ userId, passwordHash, rehash }) {
      return db.transaction().execute(async (tx) => {
        // Waits for whoever is disabling the account or setting another password, and sees what they did.
        const person = await tx
          .updateTable('users')
          .set({ last_login: sql`now()`, ...(rehash === null ? {} : { password_hash: rehash }) })
          .where('id', '=', userId)
          .where('activated', '=', true)
          .where('password_hash', '=', passwordHash)
          .returning('id')
          .executeTakeFirst();
        if (person === undefined) return null;
        const expiresAt = new Date(Date.now() + refreshTokenMs);
        const { id } = await tx
          .insertInto('sessions')
          .values({ user_id: userId, expires_at: expiresAt })
          .returning('id')
          .executeTakeFirstOrThrow();
        const refreshToken = randomSecret();
        await storeToken(tx, refreshToken, id, expiresAt);
        return { userId, sessionId: id, expiresAt, refreshToken };
      });
    },
    async renew(refreshToken, sessionId) {
      const found = await db.transaction().execute((tx) => findToken(tx, refreshToken));
      if (found === 'unknown' || found === 'ended') return { kind: found };
      if (found.session.sessionId !== sessionId) return { kind: 'unknown' };
      if (found.tokenExpired) return { kind: 'ended' };
      const isYoung = found.usedAgo === null && found.age < renewalRotationMs;
      const isBeingRotated = found.usedAgo !== null && found.usedAgo <= rotationGraceMs;
      return isYoung || isBeingRotated ? { kind: 'kept', session: found.session } : rotate(refreshToken);
    },
    async endAllOf(userId, reason, except) {
      const live = await db
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .execute();
      for (const { id } of live) if (id !== except) await end(id, reason);
    },
    async sessionOf(refreshToken) {
      const row = await db
        .selectFrom('refresh_tokens')
        .select('session_id')
        .where('token_hash', '=', secretHash(refreshToken))
        .executeTakeFirst();
      return row?.session_id ?? null;
    },
  };
}

/** The stored successor of a token, whichever key made it. */
async function successorOf(tx: Tx, token: string, chain: readonly SigningKey[]): Promise<string | null> {
  for (const { refreshChain } of chain) {
    const next = keyedHash(refreshChain, token);
    const stored = await tx
      .selectFrom('refresh_tokens')
      .select('session_id')
      .where('token_hash', '=', secretHash(next))
      .executeTakeFirst();
    if (stored !== undefined) return next;
  }
  return null;
}

async function storeToken(tx: Tx, token: string, sessionId: string, expiresAt: Date): Promise<void> {
  await tx
    .insertInto('refresh_tokens')
    .values({ token_hash: secretHash(token), session_id: sessionId, expires_at: expiresAt })
    .execute();
}

/**
 * Locks the token's row, so that of two who send it at once one rotates and the other finds it rotated; and the person's against being
 * disabled meanwhile.
 */
async function findToken(tx: Tx, token: string): Promise<Found | 'unknown' | 'ended'> {
  const row = await tx
    .selectFrom('refresh_tokens as token')
    .innerJoin('sessions', 'sessions.id', 'token.session_id')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.user_id', sessionEnd.as('expires_at')])
    .select([
      sql<Date>`sessions.created_at + ${sessionLimitMs} * interval '1 ms'`.as('limit'),
      sql<number>`extract(epoch from clock_timestamp() - token.issued_at)::float8 * 1000`.as('age'),
      sql<number | null>`extract(epoch from clock_timestamp() - token.used_at)::float8 * 1000`.as('used_ago'),
      sql<boolean>`token.expires_at <= now()`.as('token_expired'),
      sql<boolean>`sessions.ended_at is not null or ${sessionEnd} <= now() or not users.activated`.as('ended'),
    ])
    .where('token.token_hash', '=', secretHash(token))
    .forUpdate('token')
    .forShare('users')
    .executeTakeFirst();
  if (row === undefined) return 'unknown';
  if (row.ended) return 'ended';
  return {
    session: { userId: row.user_id, sessionId: row.id, expiresAt: row.expires_at },
    limit: row.limit,
    usedAgo: row.used_ago,
    age: row.age,
    tokenExpired: row.token_expired,
  };
}
