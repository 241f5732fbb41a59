import type { QuestionRef } from '../../machines/question/question-machine.ts';
import type { SubmissionRef } from '../../machines/submission/submission-machine.ts';
import type { ReplyFor } from '../../model/contract/call.ts';
import type { accountCalls } from '../../model/contract/account-calls.ts';
import { TextForm } from '../controls/text-form.tsx';
import { useFormValues } from '../controls/use-form-values.ts';
import { PressForm } from './press-form.tsx';
import { PublicCard } from './public-card.tsx';
import { Verified } from './verified.tsx';

type Props = {
  link: QuestionRef<ReplyFor<typeof accountCalls.verifyToken>>;
  form: SubmissionRef;
  /** Activates the new email. */
  confirm: SubmissionRef;
  email: string;
};

/**
 * FORM-15: shown once a mailed link is verified. A link for a new password asks for the password; a link for
 * a new email asks for a press of a button.
 */
export default function SetPasswordView({ link, form, confirm, email }: Props) {
  const [values, setValues] = useFormValues(form, { password: '', confirmed: '' });
  return (
    <Verified link={link}>
      {({ purpose }) =>
        purpose === 'email' ? (
          <PressForm
            form={confirm}
            email={email}
            title="Confirm your email"
            about="Your account uses this email once you confirm that it is yours."
            send="Confirm Email"
            done="Your new email is confirmed and in use from now on."
          />
        ) : (
          <PublicCard title="Verified">
            <TextForm
              form={form}
              label="Set password"
              fields={[
                { name: 'password', label: 'New Password', autoComplete: 'new-password', isPassword: true },
                { name: 'confirmed', label: 'Confirm Password', autoComplete: 'new-password', isPassword: true },
              ]}
              values={values}
              onChange={setValues}
              send="Set Password"
              autoFocus
            >
              <p>Please enter a new password</p>
            </TextForm>
          </PublicCard>
        )
      }
    </Verified>
  );
}
