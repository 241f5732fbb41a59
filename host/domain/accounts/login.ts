import type { Logger } from 'pino';
import { ApiError, sessionExpired, tokenMissing } from '../../platform/api-error.ts';
import { errorTypes } from '#model/contract/failure.ts';
import { logSecurity } from '../../platform/security-events.ts';
import { findCredentials, readLoginName } from '../../platform/store/accounts/users.ts';
import type { Db } from '../../platform/store/database.ts';
import type { AccessTokens } from './access-tokens.ts';
import { deviceName } from './device-name.ts';
import type { DeviceCookies } from './device-cookies.ts';
import { judged, type LoginLimits } from './login-limits.ts';
import type { Passwords } from './passwords.ts';
import type { OpenedSession, Sessions } from './sessions.ts';

/**
 * The tokens of a login, or of a return with the refresh cookie. The refresh token is stored in the browser's
 * cookie.
 */
export type LoginTokens = { accessToken: string; refreshToken: string; expiresAt: Date };

/** The origin of a login: its address, the device cookie, and the user agent. */
export type Origin = { address: string; device: string | undefined; userAgent?: string };

/** A login also returns a cookie that remembers the account on this device. */
export type FirstLoginTokens = LoginTokens & { device: { cookie: string; expires: Date } };

export type Login = {
  /**
   * Logs a person in.
   * @throws ApiError 401 InvalidCredentials, the same for an unknown account and a wrong password; 429 after
   * too many failures.
   */
  logIn(identifier: string, password: string, origin: Origin): Promise<FirstLoginTokens>;
  /**
   * Resumes a session by its refresh token.
   * @throws ApiError 401 TokenMissing without a token; 440 SessionExpired for one that is no longer valid.
   */
  comeBack(refreshToken: string | undefined): Promise<LoginTokens>;
  /**
   * Returns a new access token for a session, authorised by the session's own refresh token. A refresh token
   * younger than a day stays valid, and the answer then contains no new one.
   * @throws like `comeBack`, and for the refresh token of another session.
   */
  renew(refreshToken: string | undefined, sessionId: string): Promise<LoginTokens | Pick<LoginTokens, 'accessToken'>>;
  /** Ends the session that a token belongs to. */
  logOut(tokens: { refreshToken?: string | undefined; accessToken?: string | undefined }): Promise<void>;
};

export type LoginParts = {
  database: Db;
  sessions: Sessions;
  tokens: AccessTokens;
  devices: DeviceCookies;
  limits: LoginLimits;
  passwords: Passwords;
  /**
   * Whether the demo account may log in. False if others can reach the host, because its password is
   * published (ACC-22).
   */
  allowDemo: boolean;
  log: Logger;
};

/** Creates the functions that log people in, resume a session by its refresh cookie, and log out (CALL-1). */
export function createLogin(parts: LoginParts): Login {
  const { database, sessions, tokens, devices, limits, passwords, allowDemo, log } = parts;

  async function enter(session: OpenedSession): Promise<LoginTokens> {
    const accessToken = await tokens.issue(session.userId, session.sessionId, session.expiresAt.getTime());
    return { accessToken, refreshToken: session.refreshToken, expiresAt: session.expiresAt };
  }

  /** Opens a session if the password is right and the person may log in; else returns null. */
  async function openIfRight(userId: number | null, password: string, userAgent: string): Promise<OpenedSession | null> {
    // Query even for an unknown name, so that the response time does not reveal which accounts exist.
    const person = await findCredentials(database, userId);
    const passwordHash = person?.password_hash ?? null;
    const matches = await passwords.verify(passwordHash, password);
    const mayEnter = person !== undefined && person.activated && (allowDemo || !person.demo);
    if (!matches || !mayEnter || passwordHash === null) return null;
    const rehash = passwords.needsRehash(passwordHash) ? await passwords.hash(password) : null;
    return sessions.open({ userId: person.id, passwordHash, rehash, device: deviceName(userAgent) });
  }

  return {
    async logIn(identifier, password, { address, device, userAgent = '' }) {
      const { folded, userId } = await readLoginName(database, identifier);
      const known = await devices.deviceOf(device, userId);
      const attempt = await limits.begin({ kind: 'login', account: folded, address, device: known && `${userId} ${known}` });
      const session = await judged(attempt, openIfRight(userId, password, userAgent));
      if (session === null) {
        logSecurity(log, { event: 'login.failed', userId, address });
        throw invalidCredentials();
      }
      await attempt.succeeded();
      logSecurity(log, { event: 'login.succeeded', userId: session.userId, address });
      return { ...(await enter(session)), device: await devices.remember(device, session.userId) };
    },
    async comeBack(refreshToken) {
      if (refreshToken === undefined || refreshToken === '') throw tokenMissing();
      const rotation = await sessions.rotate(refreshToken);
      if (rotation.kind !== 'rotated') throw sessionExpired();
      return enter(rotation.session);
    },
    async renew(refreshToken, sessionId) {
      if (refreshToken === undefined || refreshToken === '') throw tokenMissing();
      const renewal = await sessions.renew(refreshToken, sessionId);
      if (renewal.kind === 'rotated') return enter(renewal.session);
      if (renewal.kind !== 'kept') throw sessionExpired();
      const { userId, expiresAt } = renewal.session;
      return { accessToken: await tokens.issue(userId, sessionId, expiresAt.getTime()) };
    },
    async logOut({ refreshToken, accessToken }) {
      const named = new Set<string>();
      if (refreshToken !== undefined) {
        const sessionId = await sessions.sessionOf(refreshToken);
        if (sessionId !== null) named.add(sessionId);
      }
      if (accessToken !== undefined) {
        const reading = await tokens.read(accessToken);
        if (reading.ok) named.add(reading.value.sessionId);
      }
      for (const sessionId of named) await sessions.end(sessionId, 'logout');
    },
  };
}

const invalidCredentials = () => new ApiError(401, errorTypes.invalidCredentials, 'The username or the password is wrong');
