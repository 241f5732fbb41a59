import type { SubmissionRef } from '../../machines/submission/submission-machine.ts';
import type { SignUp } from '../../model/forms/sign-up.ts';
import { TextForm } from '../controls/text-form.tsx';

type Props = { form: SubmissionRef; values: SignUp; onChange: (values: SignUp) => void };

/** The sign-up form (FORM-1) for a demo: First Name, Last Name, Email, Company and Register. */
export default function SignUpForm(props: Props) {
  return (
    <TextForm
      {...props}
      label="Sign up"
      fields={[
        { name: 'firstName', label: 'First Name', autoComplete: 'given-name' },
        { name: 'lastName', label: 'Last Name', autoComplete: 'family-name' },
        { name: 'email', label: 'Email', autoComplete: 'email' },
        { name: 'company', label: 'Company', autoComplete: 'organization' },
      ]}
      send="Register"
    >
      <p className="strong large">Sign up here to see a demo</p>
    </TextForm>
  );
}
