import { useSelector } from '@xstate/react';
import type { QuestionRef } from '../../machines/question/question-machine.ts';
import type { SubmissionRef } from '../../machines/submission/submission-machine.ts';
import type { ReplyFor } from '../../model/contract/call.ts';
import type { accountCalls } from '../../model/contract/account-calls.ts';
import { Button } from '../controls/button.tsx';
import { Notice } from '../controls/notice.tsx';
import { TextForm } from '../login/text-form.tsx';
import { useFormValues } from '../login/use-form-values.ts';
import { useAnswer } from '../session/use-answer.ts';
import { Screen } from '../shell/screen.tsx';
import { PublicCard } from './public-card.tsx';
import styles from './public.module.css';
import { ToLogin } from './to-login.tsx';

type Verified = ReplyFor<typeof accountCalls.verifyToken>;

/** FORM-15: the link for a new password is verified, and takes one. */
export default function SetPasswordView({ verified, form }: { verified: QuestionRef<Verified>; form: SubmissionRef }) {
  const { answer, isFailed, failure, again } = useAnswer(verified);
  const hasToken = useSelector(verified, (snapshot) => !snapshot.hasTag('idle'));
  const [values, setValues] = useFormValues(form, { password: '', confirmed: '' });
  if (answer?.purpose === 'email')
    return (
      <Screen>
        <Notice level={1} title="Verified" action={<ToLogin>To the login</ToLogin>}>
          Your new email is confirmed, and counts from now on.
        </Notice>
      </Screen>
    );
  if (answer !== null)
    return (
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
    );
  return (
    <Screen>
      <div aria-live="polite">
        {isFailed || !hasToken ? (
          <Notice
            level={1}
            tone="failed"
            title="Could not verify"
            action={
              <div className={styles.choices}>
                <ToLogin>To the login</ToLogin>
                {failure?.kind === 'network' ? <Button onPress={again}>Try again</Button> : null}
              </div>
            }
          >
            An error occurred, please contact SEI if this persists.
          </Notice>
        ) : (
          <Notice level={1} title="Verifying..." />
        )}
      </div>
    </Screen>
  );
}
