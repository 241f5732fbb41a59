import { TextField } from '@adobe/react-spectrum/TextField';
import { useSelector } from '@xstate/react';
import { type ComponentRef, type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { SubmissionRef } from '../../machines/submission/submission-machine.ts';
import { invalid } from './invalid.ts';
import { Button } from './button.tsx';
import { FormFailure } from './form-failure.tsx';
import { nameEntry } from './name-entry.ts';
import styles from './text-form.module.css';

type Field<Values> = {
  name: string & keyof Values;
  label: string;
  autoComplete: string;
  isPassword?: boolean;
  isReadOnly?: boolean;
};

type Props<Values> = {
  form: SubmissionRef;
  label: string;
  fields: readonly Field<Values>[];
  values: Values;
  onChange: (values: Values) => void;
  /** The button's label. */
  send: string;
  /** What the button sends; by default, `values`. */
  sent?: Values;
  /** Problems to show while the person types, by field name. */
  problems?: Readonly<Record<string, string>>;
  /** Why the form cannot be sent yet, shown beside its button; null if it can. */
  whyNot?: string | null;
  autoFocus?: boolean;
  children?: ReactNode;
  /** Shown beside the button. */
  aside?: ReactNode;
};

/**
 * A form whose fields are all text (CODE-8). A refused field takes the focus and says why (FORM-9); any other
 * failure is shown above the button.
 */
export function TextForm<Values extends Record<string, string>>(props: Props<Values>) {
  const { form, fields, values, onChange, whyNot = null } = props;
  const whyId = useId();
  const [tries, setTries] = useState(0);
  const refusedField = useRef<ComponentRef<typeof TextField>>(null);
  const isBusy = useSelector(form, (snapshot) => snapshot.hasTag('busy'));
  const refused = useSelector(form, (snapshot) => snapshot.context.refused);
  const failure = useSelector(form, (snapshot) => snapshot.context.failure);
  const at = fields.find(({ name }) => name === refused?.field)?.name;
  useEffect(() => {
    if (at !== undefined) refusedField.current?.focus();
  }, [at, tries]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (whyNot !== null || isBusy) return;
    setTries(tries + 1);
    form.send({ type: 'form.submit', values: props.sent ?? values });
  };
  return (
    <form className="stack" noValidate onSubmit={submit} aria-label={props.label}>
      {props.children}
      {fields.map(({ name, label, autoComplete, isPassword = false, isReadOnly = false }, index) => (
        <TextField
          key={name}
          ref={name === at ? refusedField : null}
          width="100%"
          isDisabled={isBusy}
          isReadOnly={isReadOnly}
          autoFocus={props.autoFocus === true && index === 0}
          label={label}
          name={name}
          autoComplete={autoComplete}
          {...(isPassword ? { type: 'password' as const } : {})}
          {...(takesName(name) ? nameEntry : {})}
          value={values[name] ?? ''}
          onChange={(value) => {
            onChange({ ...values, [name]: value });
            form.send({ type: 'form.edit', field: name });
          }}
          {...invalid(name === at ? refused?.text : props.problems?.[name])}
        />
      ))}
      <FormFailure text={failure ?? (at === undefined ? refused?.text : null)} />
      <div className="row between above-8">
        {props.aside}
        <span id={whyId} className={styles.why}>
          {isBusy ? null : whyNot}
        </span>
        <Button rank="primary" type="submit" isDisabled={isBusy} isHeld={whyNot !== null} aria-describedby={whyId}>
          {props.send}
        </Button>
      </div>
    </form>
  );
}

const takesName = (name: string): boolean => ['username', 'user', 'email'].includes(name);
