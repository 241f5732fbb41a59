import { defaultErrorText } from '../contract/failure.ts';
import type { FormRules } from './form-rules.ts';
import { whyNotReset } from './login.ts';

/** Who asks for a new password: a username or an email. */
export type ResetPassword = { user: string };

/** FORM-5. The host says the same whether or not it knows the person (ACC-3). */
export const resetRules: FormRules<ResetPassword> = {
  check: ({ user }) => {
    const text = whyNotReset(user);
    return text === null ? undefined : { field: 'user', text };
  },
  success: { message: 'If the account exists, a mail with a link is on its way', timeout: 8_000 },
  failure: defaultErrorText,
};
