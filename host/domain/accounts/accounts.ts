import type { Logger } from 'pino';
import { findAccount } from '../../platform/store/accounts/users.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { logSecurity } from '../../platform/security-events.ts';
import type { Database } from '../../platform/store/database.ts';
import { createAccessTokens, type AccessTokens } from './access-tokens.ts';
import { createAccountStore, type AccountStore } from './account-store.ts';
import { createDeviceCookies } from './device-cookies.ts';
import { createLoginLimits, type LoginLimits, type LoginLimitsParts } from './login-limits.ts';
import { createLogin, type Login } from './login.ts';
import { createPasswords, type PasswordHasher, type Passwords } from './passwords.ts';
import { createSessionAuthority, type SessionAuthority } from './session-authority.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { loadSigningKeys } from './signing-keys.ts';

/** All parts that handle people and their sessions. */
export type Accounts = {
  sessions: Sessions;
  tokens: AccessTokens;
  authority: SessionAuthority;
  login: Login;
  store: AccountStore;
  limits: LoginLimits;
  passwords: Passwords;
};

export type AccountsOptions = {
  /** True if the published demo account may log in. */
  allowDemo: boolean;
  log: Logger;
  /** Argon2 by default. Tests that are not about hashing pass a cheaper one. */
  hasher?: PasswordHasher;
  /** Limits of login attempts that replace the default ones. */
  limits?: NonNullable<LoginLimitsParts['limits']>;
};

/** Creates the accounts on a database. */
export async function openAccounts(
  database: Pick<Database, 'db' | 'pool'>,
  bus: Bus,
  { allowDemo, log, hasher, limits: borne }: AccountsOptions,
): Promise<Accounts> {
  const keys = await loadSigningKeys(database);
  const systemOf = async (userId: number) => (await findAccount(database, userId))?.current_system_id ?? null;
  const tokens = createAccessTokens(keys, systemOf);
  const devices = createDeviceCookies(keys);
  const passwords = createPasswords(hasher);
  const sessions = createSessions(database, keys, bus, log);
  const limits = createLoginLimits({
    database,
    ...(borne === undefined ? {} : { limits: borne }),
    onSlowedDown: ({ kind, address }) => logSecurity(log, { event: `${kind}.slowedDown`, userId: null, address }),
    onStoreError: (error) => log.error({ err: error }, 'login attempts cannot be counted, so nobody is let in'),
  });
  return {
    tokens,
    sessions,
    authority: createSessionAuthority(database, tokens, sessions, bus),
    login: createLogin({ database, sessions, tokens, devices, limits, passwords, allowDemo, log }),
    store: createAccountStore({ database, bus }),
    limits,
    passwords,
  };
}
