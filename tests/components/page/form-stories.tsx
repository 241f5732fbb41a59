import { TextField } from '@adobe/react-spectrum/TextField';
import { useState } from 'react';
import * as v from 'valibot';
import { problemsOf } from '../../../src/model/forms/form-problems.ts';
import { animals } from '../../../src/model/registry/animals/animal.ts';
import type { RegistryField } from '../../../src/model/registry/registry.ts';
import { Button } from '../../../src/views/controls/button.tsx';
import { DialogHolder } from '../../../src/views/controls/dialog-holder.tsx';
import { ConfirmDialog, FormDialog } from '../../../src/views/controls/form-dialog.tsx';
import { plainForm, type PlainValues } from '../../../src/views/registry/plain-form.tsx';
import { say } from './said.ts';

/** Fields of kinds that no registry has yet: optional texts and numbers, and numbers with decimals. */
const loose: Readonly<Record<string, RegistryField>> = {
  nickname: { schema: v.nullable(v.pipe(v.string(), v.maxLength(5, 'At most 5 letters'))), word: 'nickname' },
  length: {
    schema: v.nullable(v.pipe(v.number('A length'), v.minValue(0, 'Above 0'))),
    word: 'length',
    unit: ['cm', 'cm'],
    digits: 2,
  },
  depth: { schema: v.pipe(v.number('A depth is needed'), v.maxValue(9, 'At most 9')), word: 'depth', digits: 1 },
  count: { schema: v.nullable(v.pipe(v.number('A count'), v.integer('A whole count'))), word: 'count' },
};
const described = { animal: animals.fields, loose };
const forms = { animal: plainForm(animals.fields), loose: plainForm(loose) };

export type RegistryFormProps = { of: keyof typeof forms; isBusy?: boolean };

/** The form of a registry in a dialog. */
export function RegistryFormStory({ of, isBusy = false }: RegistryFormProps) {
  const { initial, Fields } = forms[of];
  const schema = v.object(Object.fromEntries(Object.entries(described[of]).map(([name, field]) => [name, field.schema])));
  const [fresh] = useState(initial);
  const [typed, setTyped] = useState<Partial<PlainValues>>({});
  const values: PlainValues = Object.assign({}, fresh, typed);
  const problems = problemsOf(schema, values);
  return (
    <DialogHolder onDismiss={() => say('close')}>
      <FormDialog
        title="Create"
        send="Create"
        why={Object.values(problems)[0] ?? null}
        isBusy={isBusy}
        onSend={() => say('send', values)}
        isTyped={Object.keys(typed).length > 0}
      >
        <Fields
          id={null}
          values={values}
          isDisabled={isBusy}
          change={(part) => setTyped((before) => ({ ...before, ...part }))}
          block={() => {}}
          problemOf={(field) => (Object.hasOwn(typed, field) ? problems[String(field)] : undefined)}
        />
      </FormDialog>
    </DialogHolder>
  );
}

export type DialogStoryProps = {
  kind: 'form' | 'confirm';
  /** What is missing while the name is empty; without this text the dialog can always be submitted. */
  missing?: string;
  /** Why the dialog cannot be submitted, even when it is filled in. */
  why?: string;
  isBusy?: boolean;
  failure?: string;
  /** How many paragraphs the body has. */
  paragraphs?: number;
};

/** A dialog that a button opens. */
export function DialogStory({ kind, missing, why, isBusy = false, failure, paragraphs = 0 }: DialogStoryProps) {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const close = (): void => {
    say('close');
    setOpen(false);
  };
  const rest = { isBusy, failure: failure ?? null };
  const body = Array.from({ length: paragraphs }, (_, at) => <p key={at}>Paragraph {at + 1}</p>);
  const lacks = missing !== undefined && name.trim() === '' ? missing : null;
  return (
    <>
      <Button onPress={() => setOpen(true)}>Open</Button>
      <DialogHolder isHeld={isBusy} onDismiss={close}>
        {!isOpen ? null : kind === 'form' ? (
          <FormDialog
            title="New site"
            send="Create site"
            {...(missing === undefined && why === undefined ? {} : { why: why ?? lacks })}
            isTyped={name !== ''}
            onSend={() => say('send', name)}
            {...rest}
          >
            <TextField autoFocus label="Name" value={name} onChange={setName} isReadOnly={isBusy} />
            {body}
          </FormDialog>
        ) : (
          <ConfirmDialog
            title="Delete?"
            confirm="Delete"
            why={why ?? null}
            onConfirm={() => say('confirm')}
            onClose={close}
            {...rest}
          >
            <p>It cannot be taken back.</p>
            {body}
          </ConfirmDialog>
        )}
      </DialogHolder>
    </>
  );
}
