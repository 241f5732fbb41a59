import type { Logger } from 'pino';
import { errorTypes } from '#model/contract/failure.ts';
import { ApiError } from '../../platform/api-error.ts';
import { logSecurity } from '../../platform/security-events.ts';
import type { StoredCredentials } from '../../platform/store/accounts/users.ts';
import { judged, type LoginLimits } from './login-limits.ts';
import type { Passwords } from './passwords.ts';

type Parts = { limits: LoginLimits; passwords: Passwords; log: Logger };

/** The current password of a person who changes their login, the address, and the form field for an error. */
export type PasswordProof = { password: string; address: string; field: string };

/**
 * Checks the current password of a person who changes their login. A wrong one counts as a guess (ACC-15).
 * @throws ApiError 403 with the field if it is wrong, 429 after too many wrong ones.
 */
export async function provePassword(
  { limits, passwords, log }: Parts,
  { id: userId, password_hash }: Pick<StoredCredentials, 'id' | 'password_hash'>,
  { password, address, field }: PasswordProof,
): Promise<void> {
  const attempt = await limits.begin({ kind: 'password', account: String(userId), address, device: null });
  if (!(await judged(attempt, passwords.verify(password_hash, password)))) {
    logSecurity(log, { event: 'password.failed', userId, address });
    throw new ApiError(403, errorTypes.invalidCredentials, 'The password is wrong', { field });
  }
  await attempt.succeeded();
}
