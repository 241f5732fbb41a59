import { TextField } from '@adobe/react-spectrum/TextField';
import { type FormEvent, useState } from 'react';
import { canResetPassword } from '../../model/forms/login.ts';
import { PillButton } from '../controls/pill-button.tsx';
import { Failure } from './login-form.tsx';
import styles from './login.module.css';

/**
 * FORM-4: reset mode with Back and Reset; Reset is enabled only when the name is longer than 3 characters
 * (FORM-5).
 */
export default function ResetForm(props: {
  busy: boolean;
  failure: string | undefined;
  onEdit: () => void;
  onReset: (user: string) => void;
  onBack: () => void;
}) {
  const [user, setUser] = useState('');
  const ready = canResetPassword(user);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) props.onReset(user.trim());
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit} aria-label="Reset password">
      <TextField
        width="100%"
        isDisabled={props.busy}
        label="Username or Email"
        name="username"
        autoComplete="username"
        value={user}
        onChange={(value) => {
          setUser(value);
          props.onEdit();
        }}
        autoFocus
      />
      <Failure text={props.failure} />
      <div className={styles.actions}>
        <PillButton variant="secondary" onPress={props.onBack}>
          Back
        </PillButton>
        <PillButton variant="accent" type="submit" isDisabled={!ready || props.busy}>
          Reset
        </PillButton>
      </div>
    </form>
  );
}
