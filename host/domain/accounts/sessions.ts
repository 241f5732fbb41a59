import type { Logger } from 'pino';
import type { Bus } from '../../platform/bus/bus.ts';
import { logSecurity } from '../../platform/security-events.ts';
import {
  addRefreshToken,
  addSession,
  endSession,
  endSessionsOf,
  findRefreshToken,
  type FoundToken,
  listSessions,
  liveSession,
  noteSessionUse,
  type Proof,
  sessionOfToken,
  type StoredSession,
  useRefreshToken,
} from '../../platform/store/accounts/sessions.ts';
import { type Db, inTransaction } from '../../platform/store/database.ts';
import { keyedHash, randomSecret, secretHash } from './secrets.ts';
import type { SigningKey, SigningKeys } from './signing-keys.ts';

/** ACC-6, ACC-8: a refresh token lives 14 days, and so does a session that is not used. */
export const refreshTokenMs = 14 * 24 * 3_600_000;

/** ACC-8: a session ends so long after it was opened, however much it is used. */
export const sessionLimitMs = 90 * 24 * 3_600_000;

/**
 * A renewal leaves a refresh token of this age as it is: each rotation is a moment at which a line that
 * breaks loses the successor, and with it the session. An older one is rotated, so that a page that stays
 * open does not outlive its cookie.
 */
export const renewalRotationMs = 24 * 3_600_000;

/**
 * How long a used refresh token still answers with its successor. Two tabs that refresh at the same moment
 * send the same cookie; the second is no thief.
 */
export const rotationGraceMs = 10_000;

export type OpenedSession = StoredSession & { refreshToken: string };
export type EndReason = 'logout' | 'reuse' | 'password changed' | 'demo refused' | 'removed' | 'ended by the person';

/** What came of a refresh token: a successor, or why there is none. */
export type Rotation = { kind: 'rotated'; session: OpenedSession } | { kind: 'unknown' } | { kind: 'ended' } | Reused;
type Reused = { kind: 'reused'; sessionId: string };

export type Sessions = {
  /** Null when the account was disabled, or its password changed, since the password was judged. */
  open(proof: Proof): Promise<OpenedSession | null>;
  rotate(refreshToken: string): Promise<Rotation>;
  /**
   * The session of a refresh token where it is this one, without using the token up unless it is a day old.
   */
  renew(refreshToken: string, sessionId: string): Promise<Rotation | { kind: 'kept'; session: StoredSession }>;
  /** Ends a session; ending one that has ended changes nothing. */
  end(sessionId: string, reason: EndReason): Promise<void>;
  /** Ends all sessions of a person, but for one. */
  endAllOf(userId: number, reason: EndReason, except?: string): Promise<void>;
  /** The same with a transaction; what it answers is called once that is committed, and tells of it. */
  endAllWithin(within: Db, userId: number, reason: EndReason, except?: string): Promise<() => void>;
  /** The session a refresh token belongs to, whatever has become of either. */
  sessionOf(refreshToken: string): Promise<string | null>;
  /** Those of a person that live, the one that was used last first. */
  listOf(userId: number): ReturnType<typeof listSessions>;
  /** The session while it lives, else null. */
  find(sessionId: string): Promise<StoredSession | null>;
};

/**
 * Sessions and the refresh tokens that keep them alive (ACC-7). A session is the family of its tokens: each
 * is good once, its successor is made from it by a key, and one that comes a second time ends the family.
 */
export function createSessions(database: Db, keys: SigningKeys, bus: Bus, log: Logger): Sessions {
  async function end(sessionId: string, reason: EndReason): Promise<void> {
    const userId = await endSession(database, sessionId, reason);
    if (userId !== undefined) logSecurity(log, { event: 'session.ended', userId, sessionId, reason });
    bus.publish({ kind: 'sessionEnded', sessionId });
  }

  async function endAllWithin(within: Db, userId: number, reason: EndReason, except?: string): Promise<() => void> {
    const ended = await endSessionsOf(within, userId, reason, except);
    return () => {
      for (const sessionId of ended) {
        logSecurity(log, { event: 'session.ended', userId, sessionId, reason });
        bus.publish({ kind: 'sessionEnded', sessionId });
      }
    };
  }

  async function use(
    tx: Db,
    token: string,
    { session, limit }: FoundToken,
    chain: readonly SigningKey[],
  ): Promise<OpenedSession> {
    const [current] = chain;
    if (current === undefined) throw new Error('There is no signing key for refresh tokens');
    const refreshToken = keyedHash(current.refreshChain, token);
    const expiresAt = new Date(Math.min(Date.now() + refreshTokenMs, limit.getTime()));
    await useRefreshToken(tx, secretHash(token), session.sessionId, expiresAt);
    await addRefreshToken(tx, secretHash(refreshToken), session.sessionId, expiresAt);
    return { ...session, expiresAt, refreshToken };
  }

  /**
   * One try at a rotation, by the keys that are known; 'unknownKey' when the successor was made by another
   * one.
   */
  function rotateBy(chain: readonly SigningKey[], sent: string): Promise<Rotation | { kind: 'unknownKey' }> {
    return inTransaction(database, async (tx) => {
      // Follows the chain: the successor may itself have been used within the grace.
      for (let token = sent; ;) {
        const read = await findRefreshToken(tx, secretHash(token), sessionLimitMs);
        if (!read.ok) return { kind: read.reason };
        const found = read.value;
        if (found.tokenExpired) return { kind: 'ended' };
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
    if (result.kind === 'unknownKey') result = await rotateBy(await keys.all('token', 'again'), refreshToken);
    if (result.kind === 'reused') await end(result.sessionId, 'reuse');
    return result.kind === 'unknownKey' ? { kind: 'unknown' } : result;
  }

  return {
    listOf: (userId) => listSessions(database, userId, sessionLimitMs),
    find: (sessionId) => liveSession(database, sessionId, sessionLimitMs),
    end,
    rotate,
    open(proof) {
      return inTransaction(database, async (tx) => {
        const expiresAt = new Date(Date.now() + refreshTokenMs);
        const sessionId = await addSession(tx, proof, expiresAt);
        if (sessionId === null) return null;
        const refreshToken = randomSecret();
        await addRefreshToken(tx, secretHash(refreshToken), sessionId, expiresAt);
        return { userId: proof.userId, sessionId, expiresAt, refreshToken };
      });
    },
    async renew(refreshToken, sessionId) {
      const read = await inTransaction(database, (tx) => findRefreshToken(tx, secretHash(refreshToken), sessionLimitMs));
      if (!read.ok) return { kind: read.reason };
      const found = read.value;
      if (found.session.sessionId !== sessionId) return { kind: 'unknown' };
      if (found.tokenExpired) return { kind: 'ended' };
      const isYoung = found.usedAgo === null && found.age < renewalRotationMs;
      const isBeingRotated = found.usedAgo !== null && found.usedAgo <= rotationGraceMs;
      if (!isYoung && !isBeingRotated) return rotate(refreshToken);
      await noteSessionUse(database, sessionId);
      return { kind: 'kept', session: found.session };
    },
    endAllOf: async (userId, reason, except) => (await endAllWithin(database, userId, reason, except))(),
    endAllWithin,
    sessionOf: (refreshToken) => sessionOfToken(database, secretHash(refreshToken)),
  };
}

/** The stored successor of a token, whichever key made it. */
async function successorOf(tx: Db, token: string, chain: readonly SigningKey[]): Promise<string | null> {
  for (const { refreshChain } of chain) {
    const next = keyedHash(refreshChain, token);
    if ((await sessionOfToken(tx, secretHash(next))) !== null) return next;
  }
  return null;
}
