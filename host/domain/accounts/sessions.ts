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

/** ACC-6, ACC-8: how long a refresh token, and an unused session, lives: 14 days. */
export const refreshTokenMs = 14 * 24 * 3_600_000;

/** ACC-8: a session ends this long after it was opened, however much it is used. */
export const sessionLimitMs = 90 * 24 * 3_600_000;

/**
 * A renewal keeps a refresh token younger than this: each rotation risks that a broken connection loses the
 * new token, and with it the session. Older tokens are rotated, so that the cookie of an open page does not
 * expire.
 */
export const renewalRotationMs = 24 * 3_600_000;

/**
 * How long a used refresh token still returns its successor: two tabs that refresh at the same moment send
 * the same cookie.
 */
export const rotationGraceMs = 10_000;

export type OpenedSession = StoredSession & { refreshToken: string };
export type EndReason = 'logout' | 'reuse' | 'password changed' | 'demo refused' | 'removed' | 'ended by the person';

/** The result of a rotation: the new token, or why there is none. */
export type Rotation = { kind: 'rotated'; session: OpenedSession } | { kind: 'unknown' } | { kind: 'ended' } | Reused;
type Reused = { kind: 'reused'; sessionId: string };

export type Sessions = {
  /**
   * Opens a session. Returns null if the account was disabled, or its password changed, after the password
   * was checked.
   */
  open(proof: Proof): Promise<OpenedSession | null>;
  rotate(refreshToken: string): Promise<Rotation>;
  /**
   * Renews the given session by its refresh token. Rotates the token only if it is at least a day old.
   * Returns 'unknown' for a token of another session.
   */
  renew(refreshToken: string, sessionId: string): Promise<Rotation | { kind: 'kept'; session: StoredSession }>;
  /** Ends a session. Does nothing if it has already ended. */
  end(sessionId: string, reason: EndReason): Promise<void>;
  /** Ends all sessions of a person except `except`. */
  endAllOf(userId: number, reason: EndReason, except?: string): Promise<void>;
  /**
   * Like `endAllOf`, in a transaction. Call the returned function after the commit: it publishes the ends.
   */
  endAllWithin(within: Db, userId: number, reason: EndReason, except?: string): Promise<() => void>;
  /**
   * Returns the id of a refresh token's session, or null if the token is unknown. The token or session may
   * have ended.
   */
  sessionOf(refreshToken: string): Promise<string | null>;
  /** Returns a person's open sessions, last used first. */
  listOf(userId: number): ReturnType<typeof listSessions>;
  /** Returns an open session, else null. */
  find(sessionId: string): Promise<StoredSession | null>;
};

/**
 * Stores sessions and their refresh tokens (ACC-7). Each token can be used once. Its successor is derived
 * from it with a key. A token that is used again after the grace period ends its session.
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
   * Tries one rotation with the keys in `chain`. Returns 'unknownKey' if the token was used and none of them
   * made its successor.
   */
  function rotateBy(chain: readonly SigningKey[], sent: string): Promise<Rotation | { kind: 'unknownKey' }> {
    return inTransaction(database, async (tx) => {
      // Follow the chain: within the grace period, the successor may itself have been used.
      for (let token = sent; ;) {
        const read = await findRefreshToken(tx, secretHash(token), sessionLimitMs);
        if (!read.ok) return { kind: read.reason };
        const found = read.value;
        if (found.tokenExpired) return { kind: 'ended' };
        if (found.usedAgo === null) {
          // The sent token is unused: mark it used and issue its successor. If it was used within the grace
          // period, return its unused successor unchanged.
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
    // Read the keys before the transaction. A read inside it would need a second connection, and could
    // deadlock when all are in use.
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

/** Returns the stored successor of a token, whichever key made it. */
async function successorOf(tx: Db, token: string, chain: readonly SigningKey[]): Promise<string | null> {
  for (const { refreshChain } of chain) {
    const next = keyedHash(refreshChain, token);
    if ((await sessionOfToken(tx, secretHash(next))) !== null) return next;
  }
  return null;
}
