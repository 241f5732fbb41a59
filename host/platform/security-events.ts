/**
 * An event for people who look for intruders: a caller was refused or admitted, or changed the rights of
 * others.
 */
export type SecurityEvent =
  | { event: 'login.succeeded' | 'login.failed' | 'login.slowedDown'; userId: number | null; address: string }
  /** A check of the password that a running session asks for again. */
  | { event: 'password.failed' | 'password.slowedDown'; userId: number | null; address: string }
  /** A check of the token in an emailed link. */
  | { event: 'link.failed' | 'link.slowedDown'; userId: number | null; address: string }
  /** Requests that anyone may make, but only a limited number of times. */
  | { event: 'reset.slowedDown' | 'registration.slowedDown'; userId: number | null; address: string }
  | { event: 'registration.approved'; userId: number; by: string }
  | { event: 'session.refreshTokenReused'; userId: number; sessionId: string }
  | { event: 'session.ended'; userId: number; sessionId: string; reason: string }
  | { event: 'role.granted' | 'role.changed' | 'role.revoked'; userId: number; mitasId: string; role: number | null; by: string }
  | { event: 'receiverKey.created' | 'receiverKey.revoked'; mitasId: string; name: string; by: string }
  /** A person's own access key. No event is logged when a key ends with its account or membership. */
  | { event: 'accessKey.created' | 'accessKey.revoked'; userId: number; mitasId: string; keyId: number }
  | { event: 'accessKey.slowedDown'; keyId: number; address: string }
  | { event: 'modem.added' | 'modem.moved' | 'modem.removed'; mitasId: string; name: string; by: string }
  | {
      event: 'account.created' | 'account.changed' | 'account.enabled' | 'account.disabled' | 'account.passwordSet';
      userId: number;
      by: string;
    }
  /** A person became an operator of the host, with all rights in every system, or is no longer one. */
  | { event: 'superuser.granted' | 'superuser.revoked'; userId: number; by: string }
  | { event: 'signingKey.rotated'; kid: string; by: string }
  | { event: 'host.refused'; name: string; address: string }
  | { event: 'origin.refused'; origin: string; address: string }
  | { event: 'calls.slowedDown'; address: string }
  /**
   * Logins over FTPS. For a failed one only the address is logged, because the name may be a password in the
   * wrong field.
   */
  | { event: 'ftps.loginSucceeded'; keyId: string; address: string }
  | { event: 'ftps.loginFailed' | 'ftps.slowedDown' | 'ftps.dataRefused'; address: string };

/** The part of a logger that is needed here (pino's shape). */
type SecurityLog = { [level in 'info' | 'warn']: (details: object, text: string) => void };

/** The largest length of logged texts, because a stranger may send a name or an origin of any length. */
const longestText = 200;

/**
 * Logs a security event. The field `security` marks all such events. Events carry ids, never text that a
 * person may have typed into a field for a password.
 */
export function logSecurity(log: SecurityLog, { event, ...details }: SecurityEvent): void {
  const short = Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, longestText) : value]),
  );
  const isRefusal = /failed|slowedDown|Reused|refused/i.test(event);
  log[isRefusal ? 'warn' : 'info']({ security: event, ...short }, `security: ${event}`);
}
