import { sql } from 'kysely';
import { ApiError, sessionExpired, tokenMissing } from '../api-error.ts';
import { errorTypes } from '../../src/model/contract/failure.ts';
import type { Database } from '../store/database.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { LoginAttempts } from './login-attempts.ts';
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts';
import type { OpenedSession, Sessions } from './sessions.ts';

/** What a browser gets when it logs in or comes back: the refresh token goes into the cookie. */
export type Entry = { accessToken: string; refreshToken: string; expiresAt: Date };

export type Login = {
  /** @throws ApiError 401 InvalidCredentials, the same for an unknown account and a wrong password; 429 after too many failures. */
  logIn(identifier: string, password: string, address: string): Promise<Entry>;
  /** @throws ApiError 401 TokenMissing without a token, 440 SessionExpired for one that no longer helps. */
  comeBack(refreshToken: string | undefined): Promise<Entry>;
  /** Ends the session of whichever token is given. */
  logOut(tokens: { refreshToken?: string | undefined; accessToken?: string | undefined }): Promise<void>;
};

export type LoginParts = {
  database: Pick<Database, 'db'>;
  sessions: Sessions;
  tokens: AccessTokens;
  attempts: LoginAttempts;
  /** False where the host can be reached by others: the demo account's password is published (decisions). */
  allowDemo: boolean;
};

/** Logging in, coming back by the refresh cookie, logging out (spec §7, Public and auth). */
export function createLogin({ database: { db }, sessions, tokens, attempts, allowDemo }: LoginParts): Login {
  async function enter(session: OpenedSession): Promise<Entry> {
    const accessToken = await tokens.issue(session.userId, session.sessionId, session.expiresAt.getTime());
    return { accessToken, refreshToken: session.refreshToken, expiresAt: session.expiresAt };
  }

  async function findUser(identifier: string) {
    const folded = identifier.trim().toLowerCase();
    const rows = await db
      .selectFrom('users')
      .select(['id', 'username', 'password_hash', 'activated', 'demo'])
      .where((eb) => eb.or([eb(sql`lower(username)`, '=', folded), eb(sql`lower(email)`, '=', folded)]))
      .orderBy(sql`lower(username) = ${folded}`, 'desc')
      .limit(1)
      .execute();
    return rows[0];
  }

  return {
    async logIn(identifier, password, address) {
      const attempt = await attempts.begin('login', identifier, address);
      const user = await findUser(identifier);
      const matches = await verifyPassword(user?.password_hash ?? null, password);
      if (user === undefined || !matches || !user.activated || (user.demo && !allowDemo)) throw invalidCredentials();
      await attempt.succeeded();
      if (user.password_hash !== null && needsRehash(user.password_hash)) {
        await db
          .updateTable('users')
          .set({ password_hash: await hashPassword(password) })
          .where('id', '=', user.id)
          .execute();
      }
      await db
        .updateTable('users')
        .set({ last_login: sql`now()` })
        .where('id', '=', user.id)
        .execute();
      return enter(await sessions.open(user.id));
    },
    async comeBack(refreshToken) {
      if (refreshToken === undefined || refreshToken === '') throw tokenMissing();
      const rotation = await sessions.rotate(refreshToken);
      if (rotation.kind !== 'rotated') throw sessionExpired();
      return enter(rotation.session);
    },
    async logOut({ refreshToken, accessToken }) {
      const named = new Set<string>();
      if (refreshToken !== undefined) {
        const sessionId = await sessions.sessionOf(refreshToken);
        if (sessionId !== null) named.add(sessionId);
      }
      if (accessToken !== undefined) {
        const reading = await tokens.read(accessToken);
        if (typeof reading !== 'string') named.add(reading.sessionId);
      }
      for (const sessionId of named) await sessions.end(sessionId, 'logout');
    },
  };
}

const invalidCredentials = () => new ApiError(401, errorTypes.invalidCredentials, 'The username or the password is wrong');
