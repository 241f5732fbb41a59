import type { Bus } from '../../platform/bus/bus.ts';
import { standingOf } from '../../platform/store/accounts/memberships.ts';
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
 * What an access token proves. 'expired': it was good once, or its session has ended; 'bad': the host never
 * made it.
 */
export type Verdict = TokenReading;

/** The authority, and what only http asks of it. */
export type SessionAuthority = Authority & {
  /** Of an access key, too, which is no token elsewhere: the caller then says which one. */
  judge(accessToken: string): Promise<Verdict>;
  isSuperuser(userId: number): Promise<boolean>;
  close(): void;
};

/**
 * How long an answer of the database stands where no event says that it changed (another host process, the
 * admin command).
 */
const trustMs = 5_000;

/**
 * Decides who is who by tokens and stored sessions; hears of ended sessions and changed memberships at once.
 */
export function createSessionAuthority(database: Db, tokens: AccessTokens, sessions: Sessions, bus: Bus): SessionAuthority {
  const live = createShortCache<StoredSession | null>(trustMs);
  const memberships = createShortCache<Membership | null>(trustMs);
  const keys = createShortCache<AccessKey | null>(trustMs);
  const membershipKey = (userId: number, mitasId: string) => `${userId} ${mitasId}`;

  const unsubscribe = bus.subscribe((event) => {
    if (event.kind === 'sessionEnded') live.forget(event.sessionId);
    if (event.kind === 'membershipChanged') memberships.forget(membershipKey(event.userId, event.mitasId));
    // Which of them is kept by its hash is not looked for: keys are revoked rarely.
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
    const standing = await standingOf(database, userId, mitasId);
    if (standing === null) return null;
    const { role, timezone, expiry } = standing;
    return { role, state: systemState(standing), timezone, expiry: expiry?.getTime() ?? null };
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
