import type { Bus } from '../realtime/bus.ts';
import type { Database } from '../store/database.ts';
import { createAccessTokens, type AccessTokens } from './access-tokens.ts';
import { createAccountStore, type AccountStore } from './account-store.ts';
import { createLoginAttempts } from './login-attempts.ts';
import { createLogin, type Login } from './login.ts';
import { createSessionAuthority, type SessionAuthority } from './session-authority.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { loadSigningKeys } from './signing-keys.ts';

/** Everything about people and their sessions, put together once. */
export type Accounts = {
  sessions: Sessions;
  tokens: AccessTokens;
  authority: SessionAuthority;
  login: Login;
  store: AccountStore;
};

/** Puts the accounts together on a database. `allowDemo`: whether the published demo account may log in. */
export async function openAccounts(
  database: Pick<Database, 'db'>,
  bus: Bus,
  { allowDemo }: { allowDemo: boolean },
): Promise<Accounts> {
  const keys = await loadSigningKeys(database);
  const tokens = createAccessTokens(keys);
  const sessions = createSessions(database, keys, bus);
  return {
    tokens,
    sessions,
    authority: createSessionAuthority(database, tokens, sessions, bus),
    login: createLogin({ database, sessions, tokens, attempts: createLoginAttempts(database), allowDemo }),
    store: createAccountStore(database),
  };
}
