import * as v from 'valibot';
import { roleIdSchema, superuser } from '#model/entities/role.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/store/database.ts';
import { systemState } from '../../platform/store/system-state.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { Authority, Caller, Membership } from './authority.ts';
import { createShortCache } from './short-cache.ts';
import type { Session, Sessions } from './sessions.ts';

/** What an access token proves. 'expired': it was good once, or its session has ended; 'bad': the host never made it. */
export type Verdict = Caller | 'expired' | 'bad';

/** The authority, and what only http asks of it. */
export type SessionAuthority = Authority & {
  judge(accessToken: string): Promise<Verdict>;
  isSuperuser(userId: number): Promise<boolean>;
  close(): void;
};

/** How long an answer of the database stands where no event tells that it changed (another host process, the admin command). */
const trustMs = 5_000;

/** Decides who is who by tokens and stored sessions; hears of ended sessions and changed memberships at once. */
export function createSessionAuthority(
  { db }: Pick<Database, 'db'>,
  tokens: AccessTokens,
  sessions: Sessions,
  bus: Bus,
): SessionAuthority {
  const live = createShortCache<Session | null>(trustMs);
  const memberships = createShortCache<Membership | null>(trustMs);
  const membershipKey = (userId: number, mitasId: string) => `${userId} ${mitasId}`;

  const unsubscribe = bus.subscribe((event) => {
    if (event.kind === 'sessionEnded') live.forget(event.sessionId);
    if (event.kind === 'membershipChanged') memberships.forget(membershipKey(event.userId, event.mitasId));
    if (event.kind === 'systemsChanged' || event.kind === 'systemChanged') memberships.clear();
  });

  async function judge(accessToken: string): Promise<Verdict> {
    const reading = await tokens.read(accessToken);
    if (typeof reading === 'string') return reading;
    const session = await live.get(reading.sessionId, () => sessions.find(reading.sessionId));
    return session?.userId === reading.userId && session.expiresAt.getTime() > Date.now() ? reading : 'expired';
  }

  async function readMembership(userId: number, mitasId: string): Promise<Membership | null> {
    const row = await db
      .selectFrom('systems')
      .innerJoin('users', (join) => join.on('users.id', '=', userId))
      .leftJoin('memberships', (join) =>
        join.onRef('memberships.system_id', '=', 'systems.id').onRef('memberships.user_id', '=', 'users.id'),
      )
      .select(['systems.offline', 'systems.status', 'systems.timezone', 'users.superuser', 'memberships.role_id'])
      .where('systems.id', '=', mitasId)
      .executeTakeFirst();
    if (row === undefined) return null;
    const role = row.superuser ? superuser : row.role_id;
    if (role === null) return null;
    // A number that is no role must not be compared as one: below zero it would stand above everybody.
    return { role: v.parse(roleIdSchema, role), state: systemState(row), timezone: row.timezone };
  }

  const membership = (userId: number, mitasId: string) =>
    memberships.get(membershipKey(userId, mitasId), () => readMembership(userId, mitasId));

  return {
    judge,
    membership,
    async authenticate(accessToken) {
      const verdict = await judge(accessToken);
      return typeof verdict === 'string' ? null : verdict;
    },
    async isSuperuser(userId) {
      const row = await db.selectFrom('users').select('superuser').where('id', '=', userId).executeTakeFirst();
      return row?.superuser ?? false;
    },
    close: unsubscribe,
  };
}
