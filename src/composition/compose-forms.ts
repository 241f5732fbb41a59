import type { Services } from '../services/ports.ts';
import { accountCalls } from '../model/contract/account-calls.ts';
import type { ResetPassword } from '../model/forms/reset-password.ts';
import { type SignUp, usernameOf } from '../model/forms/sign-up.ts';

/*
 * The calls of the login's other forms, a chunk that loads when one is sent, so that the login does not wait
 * for it.
 */

export function signUp({ http }: Services, values: SignUp, signal: AbortSignal): Promise<unknown> {
  return http.call(accountCalls.registrationRequest, { body: { ...values, username: usernameOf(values) } }, { signal });
}

export function resetPassword({ http }: Services, body: ResetPassword, signal: AbortSignal): Promise<unknown> {
  return http.call(accountCalls.resetPassword, { body }, { signal });
}
