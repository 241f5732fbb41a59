import { TextField } from '@adobe/react-spectrum/TextField';
import { type ComponentRef, type FormEvent, useEffect, useRef, useState } from 'react';
import { checkLogin, type LoginFields } from '../../model/forms/login.ts';
import type { Refusal } from '../../model/forms/refusal.ts';
import { Button } from '../controls/button.tsx';
import { FormFailure } from '../controls/form-failure.tsx';
import { nameEntry } from '../controls/name-entry.ts';
import styles from './login.module.css';

type Props = {
  values: LoginFields;
  onChange: (values: LoginFields) => void;
  busy: boolean;
  failure: string | null;
  onEdit: () => void;
  onLogIn: (login: LoginFields) => void;
  onForgot: () => void;
};

/**
 * The login form (FORM-4): Username or Email, Password, Login (Enter submits), Forgot password. Its fields
 * keep the focus while the host answers.
 */
export function LoginForm(props: Props) {
  const { values } = props;
  const [refused, setRefused] = useState<Refusal<keyof LoginFields>>();
  const username = useRef<ComponentRef<typeof TextField>>(null);
  const password = useRef<ComponentRef<typeof TextField>>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const refusal = checkLogin(values);
    setRefused(refusal);
    if (refusal === undefined) props.onLogIn({ ...values, username: values.username.trim() });
    else (refusal.field === 'username' ? username : password).current?.focus();
  };
  useEffect(() => {
    // The pressed button lost the focus when it was disabled during the request.
    if (props.failure !== null) password.current?.focus();
  }, [props.failure]);
  const field = (name: keyof LoginFields) => ({
    width: '100%',
    isReadOnly: props.busy,
    name,
    value: values[name],
    onChange: (value: string) => {
      props.onChange({ ...values, [name]: value });
      if (refused?.field === name) setRefused(undefined);
      props.onEdit();
    },
    // Check the value again, because the demo button may have filled in the field since the refusal.
    ...(refused?.field === name && checkLogin(values)?.field === name
      ? { validationState: 'invalid' as const, errorMessage: refused.text }
      : {}),
  });
  return (
    <form className="stack" noValidate onSubmit={submit} aria-label="Login">
      <TextField
        {...field('username')}
        ref={username}
        label="Username or Email"
        autoComplete="username"
        {...nameEntry}
        autoFocus
      />
      <TextField {...field('password')} ref={password} label="Password" type="password" autoComplete="current-password" />
      <FormFailure text={props.failure} />
      <div className="row between above-8">
        <button type="button" className={styles.link} onClick={props.onForgot}>
          Forgot password
        </button>
        <Button rank="primary" type="submit" isDisabled={props.busy}>
          {props.busy ? 'Logging in…' : 'Login'}
        </Button>
      </div>
    </form>
  );
}
