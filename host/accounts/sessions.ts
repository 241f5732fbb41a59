import { sql, type Transaction } from 'kysely';
import type { Bus } from '../realtime/bus.ts';
import type { Database } from '../store/database.ts';
import type { Schema } from '../store/schema.ts';
import { keyedHash, randomSecret, secretHash } from './secrets.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Decisions, Account: a refresh token lives 14 days, and so does a session that is not used. */
export const refreshTokenMs = 14 * 24 * 3_600_000;

/**
 * How long a used refresh token still answers with its successor. Two tabs that refresh at the same moment send the same
 * cookie; the second is no thief.
 */
export const rotationGraceMs = 10_000;

export type Session = { userId: number; sessionId: string; expiresAt: Date };
export type OpenedSession = Session & { refreshToken: string };
export type EndReason = 'logout' | 'reuse' | 'password changed' | 'demo refused' | 'removed';

/** What came of a refresh token: a successor, or why there is none. */
export type Rotation = { kind: 'rotated'; session: OpenedSession } | { kind: 'unknown' } | { kind: 'ended' } | { kind: 'reused' };

export type Sessions = {
  open(userId: number): Promise<OpenedSession>;
  rotate(refreshToken: string): Promise<Rotation>;
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
type Found = { session: Session; usedAgo: number | null; tokenExpired: boolean };

/**
 * Sessions and the refresh tokens that keep them alive (decisions, Account). A session is the family of its tokens: each
 * is good once, its successor is made from it by a key, and one that comes a second time ends the family.
 */
export function createSessions({ db }: Pick<Database, 'db'>, keys: SigningKeys, bus: Bus): Sessions {
  const successorOf = (token: string) => keyedHash(keys.refreshChain, token);

  async function find(sessionId: string): Promise<Session | null> {
    const row = await db
      .selectFrom('sessions')
      .select(['user_id', 'expires_at'])
      .where('id', '=', sessionId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirst();
    return row === undefined ? null : { userId: row.user_id, sessionId, expiresAt: row.expires_at };
  }

  async function end(sessionId: string, reason: EndReason): Promise<void> {
    await db
      .updateTable('sessions')
      .set({ ended_at: sql`now()`, ended_reason: reason })
      .where('id', '=', sessionId)
      .where('ended_at', 'is', null)
      .execute();
    bus.publish({ kind: 'sessionEnded', sessionId });
  }

  async function use(tx: Tx, token: string, { session }: Found): Promise<OpenedSession> {
    const refreshToken = successorOf(token);
    const expiresAt = new Date(Date.now() + refreshTokenMs);
    await tx
      .updateTable('refresh_tokens')
      .set({ used_at: sql`now()` })
      .where('token_hash', '=', secretHash(token))
      .execute();
    await storeToken(tx, refreshToken, session.sessionId, expiresAt);
    await tx.updateTable('sessions').set({ expires_at: expiresAt }).where('id', '=', session.sessionId).execute();
    return { ...session, expiresAt, refreshToken };
  }

  return {
    find,
    end,
    open(userId) {
      return db.transaction().execute(async (tx) => {
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
    async rotate(refreshToken) {
      const result = await db.transaction().execute(async (tx): Promise<Rotation & { sessionId?: string }> => {
        // Follows the chain: the successor may itself have been used within the grace.
        for (let token = refreshToken; ; token = successorOf(token)) {
          const found = await findToken(tx, token);
          if (found === 'unknown') return { kind: 'unknown' };
          if (found === 'ended' || found.tokenExpired) return { kind: 'ended' };
          if (found.usedAgo === null) return { kind: 'rotated', session: await newest(tx, token, refreshToken, found) };
          if (found.usedAgo > rotationGraceMs) return { kind: 'reused', sessionId: found.session.sessionId };
        }
      });
      if (result.kind === 'reused' && result.sessionId !== undefined) await end(result.sessionId, 'reuse');
      return result;
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

  /** The token that was sent is used up; one reached through the grace is handed out again as it is. */
  async function newest(tx: Tx, token: string, sent: string, found: Found): Promise<OpenedSession> {
    return token === sent ? use(tx, token, found) : { ...found.session, refreshToken: token };
  }
}

async function storeToken(tx: Tx, token: string, sessionId: string, expiresAt: Date): Promise<void> {
  await tx
    .insertInto('refresh_tokens')
    .values({ token_hash: secretHash(token), session_id: sessionId, expires_at: expiresAt })
    .execute();
}

/** Locks the token's row, so that of two who send it at once one rotates and the other finds it rotated. */
async function findToken(tx: Tx, token: string): Promise<Found | 'unknown' | 'ended'> {
  const row = await tx
    .selectFrom('refresh_tokens as token')
    .innerJoin('sessions', 'sessions.id', 'token.session_id')
    .select(['sessions.id', 'sessions.user_id', 'sessions.expires_at'])
    .select([
      sql<number | null>`extract(epoch from clock_timestamp() - token.used_at)::float8 * 1000`.as('used_ago'),
      sql<boolean>`token.expires_at <= now()`.as('token_expired'),
      sql<boolean>`sessions.ended_at is not null or sessions.expires_at <= now()`.as('ended'),
    ])
    .where('token.token_hash', '=', secretHash(token))
    .forUpdate('token')
    .executeTakeFirst();
  if (row === undefined) return 'unknown';
  if (row.ended) return 'ended';
  return {
    session: { userId: row.user_id, sessionId: row.id, expiresAt: row.expires_at },
    usedAgo: row.used_ago,
    tokenExpired: row.token_expired,
  };
}
