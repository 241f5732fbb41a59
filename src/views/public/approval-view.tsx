import { useSelector } from '@xstate/react';
import type { QuestionRef } from '../../machines/question/question-machine.ts';
import type { SubmissionRef } from '../../machines/submission/submission-machine.ts';
import { approvalRules } from '../../model/forms/person.ts';
import type { Candidate } from '../../model/forms/mailed-links.ts';
import { Button } from '../controls/button.tsx';
import { LoadFailure } from '../controls/load-failure.tsx';
import { Notice } from '../controls/notice.tsx';
import { TextForm } from '../controls/text-form.tsx';
import { useFormValues } from '../controls/use-form-values.ts';
import { useAnswer } from '../session/use-answer.ts';
import { ConnectingScreen, Screen } from '../shell/screen.tsx';
import { BrokenLink } from './complete-profile-view.tsx';
import { PublicCard } from './public-card.tsx';
import { useEmptied } from './use-emptied.ts';

type Props = {
  form: SubmissionRef;
  /** The question whether the person operates the host. */
  right: QuestionRef<boolean>;
  person: Candidate | null;
  onLogOut: () => void;
};

/** FORM-17: a superuser reviews a person's request for an account and approves it. */
export default function ApprovalView({ form, right, person, onLogOut }: Props) {
  const { answer: may, isFailed, failure, again } = useAnswer(right);
  const isDone = useSelector(form, (snapshot) => snapshot.hasTag('done'));
  const { firstName = '', lastName = '', username = '', email = '' } = person ?? {};
  const [values, setValues] = useFormValues(form, { email, firstName, lastName, username });
  const { problems, change } = useEmptied(values, setValues);
  if (person === null) return <BrokenLink />;
  if (isFailed)
    return (
      <Screen>
        <LoadFailure title="Could not check your rights" failure={failure} onRetry={again} />
      </Screen>
    );
  if (may === null) return <ConnectingScreen />;
  if (!may)
    return (
      <Screen>
        <Notice level={1} title="Access Denied" action={<Button onPress={onLogOut}>Log in as somebody else</Button>}>
          Only the operator of this host can approve a registration.
        </Notice>
      </Screen>
    );
  return (
    <PublicCard title="Their information">
      <TextForm
        form={form}
        label="Their information"
        fields={[
          { name: 'email', label: 'Email', autoComplete: 'off', isReadOnly: true },
          { name: 'firstName', label: 'First Name', autoComplete: 'off' },
          { name: 'lastName', label: 'Last Name', autoComplete: 'off' },
          { name: 'username', label: 'Username', autoComplete: 'off' },
        ]}
        values={values}
        onChange={change}
        problems={problems}
        send="Submit"
        whyNot={isDone ? 'Already approved' : (approvalRules.check(values)?.text ?? null)}
      />
    </PublicCard>
  );
}
