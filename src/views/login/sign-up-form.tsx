import { TextField } from '@adobe/react-spectrum/TextField';
import { type ComponentRef, type FormEvent, useEffect, useRef, useState } from 'react';
import type { Refusal } from '../../model/forms/refusal.ts';
import { PillButton } from '../controls/pill-button.tsx';
import type { SignUp } from '../../model/forms/sign-up.ts';
import { Failure } from './login-form.tsx';
import styles from './login.module.css';

type FieldName = 'firstName' | 'lastName' | 'email' | 'company';

const empty: SignUp = { firstName: '', lastName: '', email: '', company: '' };

type Props = {
  busy: boolean;
  /**
   * The field that was refused first, and why (FORM-1: checked in field order, stops at the first failure).
   */
  refused: Refusal | null;
  failure: string | null;
  onEdit: (field: FieldName) => void;
  onRegister: (values: SignUp) => void;
};

/** FORM-1: 'Sign up here to see a demo' with First Name, Last Name, Email, Company and Register. */
export default function SignUpForm(props: Props) {
  const [values, setValues] = useState(empty);
  const [tries, setTries] = useState(0);
  const refusedField = useRef<ComponentRef<typeof TextField>>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTries(tries + 1);
    props.onRegister(values);
  };
  const refusedName = props.refused?.field;
  useEffect(() => {
    if (refusedName !== undefined) refusedField.current?.focus();
  }, [refusedName, tries]);
  const field = (name: FieldName, label: string, autoComplete: string) => {
    const refused = props.refused?.field === name ? props.refused.text : undefined;
    return (
      <TextField
        ref={refused === undefined ? null : refusedField}
        width="100%"
        isDisabled={props.busy}
        label={label}
        name={name}
        autoComplete={autoComplete}
        value={values[name]}
        onChange={(value) => {
          setValues({ ...values, [name]: value });
          props.onEdit(name);
        }}
        validationState={refused === undefined ? undefined : 'invalid'}
        errorMessage={refused}
      />
    );
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit} aria-label="Sign up">
      <p className={styles.lead}>Sign up here to see a demo</p>
      {field('firstName', 'First Name', 'given-name')}
      {field('lastName', 'Last Name', 'family-name')}
      {field('email', 'Email', 'email')}
      {field('company', 'Company', 'organization')}
      <Failure text={props.failure} />
      <div className={styles.actions}>
        <span />
        <PillButton variant="accent" type="submit" isDisabled={props.busy}>
          Register
        </PillButton>
      </div>
    </form>
  );
}
