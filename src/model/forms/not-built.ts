import type { FormName } from './forms.ts';

/** FORM-10: what is said above a form that no host answers yet, before anything is typed. */
export const notBuiltTexts: Readonly<Record<FormName, string>> = {
  signUp: 'Signing up is not available yet. Whoever runs this host can give you an account.',
  resetPassword: 'Resetting a password is not available yet. Whoever runs this host can give you a new one.',
};
