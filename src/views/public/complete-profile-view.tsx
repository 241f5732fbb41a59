import type { QuestionRef } from '../../machines/question/question-machine.ts';
import type { SubmissionRef } from '../../machines/submission/submission-machine.ts';
import { type InvitedPerson, type VerifiedInvitation, whyNotCompleted } from '../../model/forms/person.ts';
import { Notice } from '../controls/notice.tsx';
import { TextForm } from '../controls/text-form.tsx';
import { useFormValues } from '../controls/use-form-values.ts';
import { Screen } from '../shell/screen.tsx';
import { PressForm } from './press-form.tsx';
import { PublicCard } from './public-card.tsx';
import { useEmptied } from './use-emptied.ts';
import { ToLogin } from './to-login.tsx';
import { Verified } from './verified.tsx';

type Props = {
  link: QuestionRef<VerifiedInvitation>;
  form: SubmissionRef;
  /** Lets a person join who already has an account. */
  join: SubmissionRef;
  person: InvitedPerson | null;
};

/**
 * FORM-16: a person who was invited or approved completes a profile; a person who already has an account only
 * joins.
 */
export default function CompleteProfileView({ link, form, join, person }: Props) {
  const { firstName = '', lastName = '', username = '', email = '' } = person ?? {};
  const [values, setValues] = useFormValues(form, { email, firstName, lastName, username, password: '', confirmed: '' });
  const { problems, change } = useEmptied(values, setValues);
  if (person === null) return <BrokenLink />;
  return (
    <Verified link={link}>
      {({ joins }) =>
        joins !== null ? (
          <PressForm
            form={join}
            email={email}
            title={`Join ${joins}`}
            about={`You are invited to ${joins}. Join it with the account of this email.`}
            send="Join"
            done={`You now have access to ${joins}. It is among your systems.`}
          />
        ) : (
          <PublicCard title="Complete your profile">
            <TextForm
              form={form}
              label="Complete your profile"
              fields={[
                { name: 'email', label: 'Email', autoComplete: 'email', isReadOnly: true },
                { name: 'firstName', label: 'First Name', autoComplete: 'given-name' },
                { name: 'lastName', label: 'Last Name', autoComplete: 'family-name' },
                { name: 'username', label: 'Username', autoComplete: 'username' },
                { name: 'password', label: 'New Password', autoComplete: 'new-password', isPassword: true },
                { name: 'confirmed', label: 'Confirm Password', autoComplete: 'new-password', isPassword: true },
              ]}
              values={values}
              onChange={change}
              problems={problems}
              send="Submit"
              whyNot={whyNotCompleted(values)}
            />
          </PublicCard>
        )
      }
    </Verified>
  );
}

/** Says that the link is incomplete. */
export function BrokenLink() {
  return (
    <Screen>
      <Notice level={1} tone="failed" title="This link is not complete" action={<ToLogin>Go to login</ToLogin>}>
        Open it again from the mail, or copy the whole link into the address bar.
      </Notice>
    </Screen>
  );
}
