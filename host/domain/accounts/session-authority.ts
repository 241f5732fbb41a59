import type { Bus } from '../../platform/bus/bus.ts';
import { findMembership } from '../../platform/store/accounts/memberships.ts';
import { isSuperuser } from '../../platform/store/accounts/users.ts';
import type { Db } from '../../platform/store/database.ts';
import { systemState } from '../../platform/store/system-state.ts';
import { isAccessKey } from '#model/entities/key.ts';
import { accepted, refused } from '#model/result.ts';
import { type AccessKey, findAccessKey } from './access-keys.ts';
import type { AccessTokens, TokenReading } from './access-tokens.ts';
import type { Authority, Membership } from './authority.ts';
import { createShortCache } from './short-cache.ts';
import type { StoredSession } from '../../platform/store/accounts/sessions.ts';
import { secretHash } from './secrets.ts';
import type { Sessions } from './sessions.ts';

/**
 * The result of checking an access token or key: 'expired' if the token or its session has ended; 'bad' if it
 * is not valid, which includes a key that has ended.
 */
export type Verdict = TokenReading;

/** The authority, with the functions that only HTTP needs. */
export type SessionAuthority = Authority & {
  /** Checks an access token or an access key. The caller of a key has its id and system in `accessKey`. */
  judge(accessToken: string): Promise<Verdict>;
  isSuperuser(userId: number): Promise<boolean>;
  close(): void;
};

/**
 * How long (ms) an answer of the database is cached. It is short because changes by other processes may come
 * without an event.
 */
const trustMs = 5_000;

/**
 * Identifies callers by tokens and stored sessions. Ended sessions and changed memberships take effect at
 * once.
 */
export function createSessionAuthority(database: Db, tokens: AccessTokens, sessions: Sessions, bus: Bus): SessionAuthority {
  const live = createShortCache<StoredSession | null>(trustMs);
  const memberships = createShortCache<Membership | null>(trustMs);
  const keys = createShortCache<AccessKey | null>(trustMs);
  const membershipKey = (userId: number, mitasId: string) => `${userId} ${mitasId}`;

  const unsubscribe = bus.subscribe((event) => {
    if (event.kind === 'sessionEnded') live.forget(event.sessionId);
    if (event.kind === 'membershipChanged') memberships.forget(membershipKey(event.userId, event.mitasId));
    // The cache finds keys by hash, not by id, so clear it: keys are rarely revoked.
    if (event.kind === 'accessKeyRevoked') keys.clear();
    if (event.kind === 'systemsChanged' || event.kind === 'systemChanged') memberships.clear();
  });

  async function judgeKey(key: string): Promise<Verdict> {
    const found = await keys.get(secretHash(key).toString('hex'), () => findAccessKey(database, key));
    if (found === null || found.expiresAt <= Date.now()) return refused('bad');
    const { id, userId, systemId, expiresAt } = found;
    return accepted({ userId, sessionId: '', expiresAt, accessKey: { id, systemId } });
  }

  async function judge(accessToken: string): Promise<Verdict> {
    if (isAccessKey(accessToken)) return judgeKey(accessToken);
    const reading = await tokens.read(accessToken);
    if (!reading.ok) return reading;
    const { sessionId, userId } = reading.value;
    const session = await live.get(sessionId, () => sessions.find(sessionId));
    return session?.userId === userId && session.expiresAt.getTime() > Date.now() ? reading : refused('expired');
  }

  async function readMembership(userId: number, mitasId: string): Promise<Membership | null> {
    const membership = await findMembership(database, userId, mitasId);
    if (membership === null) return null;
    const { role, timezone, expiry } = membership;
    return { role, state: systemState(membership), timezone, expiry: expiry?.getTime() ?? null };
  }

  const membership = (userId: number, mitasId: string) =>
    memberships.get(membershipKey(userId, mitasId), () => readMembership(userId, mitasId));

  return {
    judge,
    membership,
    async authenticate(accessToken) {
      if (isAccessKey(accessToken)) return null;
      const verdict = await judge(accessToken);
      return verdict.ok ? verdict.value : null;
    },
    isSuperuser: (userId) => isSuperuser(database, userId),
    close: unsubscribe,
  };
}
