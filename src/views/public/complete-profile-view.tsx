import type { SubmissionRef } from '../../machines/submission/submission-machine.ts';
import { approvalRules, type InvitedPerson } from '../../model/forms/person.ts';
import { Notice } from '../controls/notice.tsx';
import { TextForm } from '../login/text-form.tsx';
import { useFormValues } from '../login/use-form-values.ts';
import { Screen } from '../shell/screen.tsx';
import { PublicCard } from './public-card.tsx';
import { ToLogin } from './to-login.tsx';

/** FORM-16: who was invited or approved says who they are, and sets a password. */
export default function CompleteProfileView({ form, person }: { form: SubmissionRef; person: InvitedPerson | null }) {
  const { firstName = '', lastName = '', username = '', email = '' } = person ?? {};
  const [values, setValues] = useFormValues(form, { email, firstName, lastName, username, password: '', confirmed: '' });
  if (person === null) return <BrokenLink />;
  return (
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
        onChange={setValues}
        send="Submit"
        isReady={approvalRules.check(values) === undefined && values.password !== '' && values.confirmed !== ''}
      />
    </PublicCard>
  );
}

/** The link has lost what it carried. */
export function BrokenLink() {
  return (
    <Screen>
      <Notice level={1} tone="failed" title="This link is not complete" action={<ToLogin>To the login</ToLogin>}>
        Open it once more from the mail, or copy the whole of it into the address bar.
      </Notice>
    </Screen>
  );
}
