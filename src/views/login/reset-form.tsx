import type { SubmissionRef } from '../../machines/submission/submission-machine.ts';
import { whyNotReset } from '../../model/forms/login.ts';
import type { ResetPassword } from '../../model/forms/reset-password.ts';
import { Button } from '../controls/button.tsx';
import { TextForm } from '../controls/text-form.tsx';

type Props = {
  form: SubmissionRef;
  values: ResetPassword;
  onChange: (values: ResetPassword) => void;
  onBack: () => void;
};

/**
 * The login's reset mode (FORM-4), with Back and Reset. Reset needs a name longer than 3 characters (FORM-5).
 */
export default function ResetForm({ onBack, ...props }: Props) {
  const { user } = props.values;
  return (
    <TextForm
      {...props}
      label="Reset password"
      fields={[{ name: 'user', label: 'Username or Email', autoComplete: 'username' }]}
      sent={{ user: user.trim() }}
      send="Reset"
      whyNot={whyNotReset(user)}
      autoFocus
      aside={<Button onPress={onBack}>Back</Button>}
    />
  );
}
