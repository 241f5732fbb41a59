import type { Accounts } from '../../host/domain/accounts/accounts.ts';
import type { Database } from '../../host/platform/store/database.ts';

/**
 * Opens a person's session as a login would, for tests that are not about passwords; returns its access and
 * refresh token.
 */
export async function openSession(
  { database, accounts }: { database: Pick<Database, 'db'>; accounts: Pick<Accounts, 'sessions' | 'tokens'> },
  userId: number,
): Promise<{ token: string; refreshToken: string; sessionId: string }> {
  const { password_hash: passwordHash } = await database.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const opened = await accounts.sessions.open({ userId, passwordHash: passwordHash ?? '', rehash: null, device: 'A test' });
  if (opened === null) throw new Error(`The account ${userId} opens no session: is it disabled?`);
  const { sessionId, expiresAt, refreshToken } = opened;
  return { token: await accounts.tokens.issue(userId, sessionId, expiresAt.getTime()), refreshToken, sessionId };
}
