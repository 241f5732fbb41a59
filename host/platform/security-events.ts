/**
 * How a caller was turned away, let in or changed what others may do: what somebody who looks for an intruder
 * reads.
 */
export type SecurityEvent =
  | { event: 'login.succeeded' | 'login.failed' | 'login.slowedDown'; userId: number | null; address: string }
  /** A password that is asked for again within a session. */
  | { event: 'password.failed' | 'password.slowedDown'; userId: number | null; address: string }
  /** The token of a mailed link. */
  | { event: 'link.failed' | 'link.slowedDown'; userId: number | null; address: string }
  /** What anybody may ask for, but not without end. */
  | { event: 'reset.slowedDown' | 'registration.slowedDown'; userId: number | null; address: string }
  | { event: 'registration.approved'; userId: number; by: string }
  | { event: 'session.refreshTokenReused'; userId: number; sessionId: string }
  | { event: 'session.ended'; userId: number; sessionId: string; reason: string }
  | { event: 'role.granted' | 'role.changed' | 'role.revoked'; userId: number; mitasId: string; role: number | null; by: string }
  | { event: 'receiverKey.created' | 'receiverKey.revoked'; mitasId: string; name: string; by: string }
  /** Of a person's own; one that ends with an account or a membership is not told apart from that. */
  | { event: 'accessKey.created' | 'accessKey.revoked'; userId: number; mitasId: string; keyId: number }
  | { event: 'accessKey.slowedDown'; keyId: number; address: string }
  | { event: 'modem.added' | 'modem.moved' | 'modem.removed'; mitasId: string; name: string; by: string }
  | {
      event: 'account.created' | 'account.changed' | 'account.enabled' | 'account.disabled' | 'account.passwordSet';
      userId: number;
      by: string;
    }
  /** Who operates the host: all rights in every system. */
  | { event: 'superuser.granted' | 'superuser.revoked'; userId: number; by: string }
  | { event: 'signingKey.rotated'; kid: string; by: string }
  | { event: 'host.refused'; name: string; address: string }
  | { event: 'origin.refused'; origin: string; address: string }
  | { event: 'calls.slowedDown'; address: string }
  /** By FTPS; of a login that failed only the address, as its name may be a password in the wrong field. */
  | { event: 'ftps.loginSucceeded'; keyId: string; address: string }
  | { event: 'ftps.loginFailed' | 'ftps.slowedDown' | 'ftps.dataRefused'; address: string };

/** What it needs of a logger (pino's shape). */
type SecurityLog = { [level in 'info' | 'warn']: (details: object, text: string) => void };

/** What may not be logged whole: a name or an origin is what a stranger wrote. */
const longestText = 200;

/**
 * Logs a security event, so that all of them are found by one field (`security`). They carry ids, never what
 * a person typed where a password could stand.
 */
export function logSecurity(log: SecurityLog, { event, ...details }: SecurityEvent): void {
  const short = Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, longestText) : value]),
  );
  const isRefusal = /failed|slowedDown|Reused|refused/i.test(event);
  log[isRefusal ? 'warn' : 'info']({ security: event, ...short }, `security: ${event}`);
}
