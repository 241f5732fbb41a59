import { defaultErrorText } from '../contract/failure.ts';
import type { FormRules } from './form-rules.ts';
import { whyNotReset } from './login.ts';

/** The request for a new password, by username or email. */
export type ResetPassword = { user: string };

/** The rules of the form (FORM-5). The host answers the same whether or not it knows the person (ACC-3). */
export const resetRules: FormRules<ResetPassword> = {
  check: ({ user }) => {
    const text = whyNotReset(user);
    return text === null ? undefined : { field: 'user', text };
  },
  success: { message: 'If the account exists, a mail with a link is on its way', timeout: 8_000 },
  failure: defaultErrorText,
};
