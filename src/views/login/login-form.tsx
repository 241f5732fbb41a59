import { TextField } from '@adobe/react-spectrum/TextField';
import { type FormEvent, useState } from 'react';
import { PillButton } from '../controls/pill-button.tsx';
import { canResetPassword } from '../../model/forms/login.ts';
import styles from './login.module.css';

type Props = {
  busy: boolean;
  failure: string | undefined;
  onLogIn: (username: string, password: string) => void;
  onForgot: () => void;
};

/**
 * FORM-4: Username or Email, Password, Login (Enter submits), Forgot password. While it is answered the
 * fields keep the focus.
 */
export function LoginForm(props: Props) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (username.trim() !== '' && password !== '') props.onLogIn(username.trim(), password);
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit} aria-label="Login">
      <TextField
        width="100%"
        isReadOnly={props.busy}
        label="Username or Email"
        name="username"
        autoComplete="username"
        value={username}
        onChange={setUsername}
        autoFocus
      />
      <TextField
        width="100%"
        isReadOnly={props.busy}
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      <Failure text={props.failure} />
      <div className={styles.actions}>
        <button type="button" className={styles.link} onClick={props.onForgot}>
          Forgot password
        </button>
        <PillButton variant="accent" type="submit" isDisabled={props.busy || username.trim() === '' || password === ''}>
          {props.busy ? 'Logging in…' : 'Login'}
        </PillButton>
      </div>
    </form>
  );
}

/**
 * FORM-4: reset mode with Back and Reset; Reset is enabled only when the name is longer than 3 characters
 * (FORM-5).
 */
export function ResetForm(props: {
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
        description="We send a link to set a new password to the email address of this account."
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

/** What went wrong, where the person looks for it. */
export function Failure(props: { text: string | undefined }) {
  return (
    <p className={styles.failure} role="alert">
      {props.text}
    </p>
  );
}
