import type { Services } from './browser-services.ts';
import { accountCalls } from '../model/contract/account-calls.ts';
import type { Submission } from '../model/forms/forms.ts';
import { usernameOf } from '../model/forms/sign-up.ts';

/** Sends what somebody filled in who is not logged in; fetched for it, so that the login does not wait. */
export async function sendForm({ http }: Services, submission: Submission, signal: AbortSignal): Promise<void> {
  switch (submission.form) {
    case 'signUp':
      await http.call(
        accountCalls.registrationRequest,
        { body: { ...submission.values, username: usernameOf(submission.values) } },
        { signal },
      );
      return;
    case 'resetPassword':
      await http.call(accountCalls.resetPassword, { body: submission.values }, { signal });
      return;
  }
}
