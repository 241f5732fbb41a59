import { defaultErrorText } from '../contract/failure.ts';
import { canResetPassword } from './login.ts';
import type { Refusal } from './refusal.ts';
import { type SignUp, checkSignUp } from './sign-up.ts';

/** What each simple form holds when it is sent. */
export type FormValues = {
  signUp: SignUp;
  resetPassword: { user: string };
};
export type FormName = keyof FormValues;

/** A form by its name and what was filled in. */
export type Submission = { [Name in FormName]: { form: Name; values: FormValues[Name] } }[FormName];

/**
 * How a form is checked and what is said when it went well or not; `timeout` in ms, where it is not the
 * snackbar's own (MSG-1).
 */
type FormRules<Values> = {
  check: (values: Values) => Refusal<string & keyof Values> | undefined;
  success: { message: string; timeout?: number };
  failure: string;
};

/**
 * Every simple form (CODE-8, submission): to add one, its values above and its rules here. Texts are those of
 * FORM-3.
 */
export const formRules: { readonly [Name in FormName]: FormRules<FormValues[Name]> } = {
  signUp: {
    check: checkSignUp,
    success: { message: 'Successfully registered, we will contact you shortly!', timeout: 4_000 },
    failure: 'An error occurred, please try again later',
  },
  resetPassword: {
    check: ({ user }) => (canResetPassword(user) ? undefined : { field: 'user', text: 'Enter more than 3 characters' }),
    success: { message: 'Success' },
    failure: defaultErrorText,
  },
};

/** The first field of a form that is refused; undefined when it can be sent. */
export function checkSubmission(submission: Submission): Refusal | undefined {
  switch (submission.form) {
    case 'signUp':
      return formRules.signUp.check(submission.values);
    case 'resetPassword':
      return formRules.resetPassword.check(submission.values);
  }
}
