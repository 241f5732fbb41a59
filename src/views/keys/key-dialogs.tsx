import { TextField } from '@adobe/react-spectrum/TextField';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { KeysRef } from '../../machines/keys/keys-machine.ts';
import { longestKeyName, mostKeyDays } from '../../model/entities/key.ts';
import { hasTyped } from '../../model/forms/typed.ts';
import { Button } from '../controls/button.tsx';
import { useBeyond } from '../controls/date-field.tsx';
import { DialogFrame } from '../controls/dialog-frame.tsx';
import { DialogHolder } from '../controls/dialog-holder.tsx';
import { ConfirmDialog, FormDialog } from '../controls/form-dialog.tsx';
import { useHostNow, useTimes } from '../session/use-host-clock.ts';
import { type ChosenEnd, endOf, KeyEnding } from './key-ending.tsx';

/** Whose keys they are: access keys expire, receiver keys do not. */
export type KeySort = 'access' | 'receiver';

type Props = { keys: KeysRef; sort: KeySort };

/**
 * Shows the dialog that the machine has open. Escape closes neither a busy dialog nor the one that shows a
 * new key.
 */
export function KeyDialogs({ keys, sort }: Props) {
  const isBusy = useSelector(keys, (snapshot) => snapshot.hasTag('busy'));
  const hasForm = useSelector(keys, (snapshot) => snapshot.hasTag('form'));
  const isShown = useSelector(keys, (snapshot) => snapshot.hasTag('shown'));
  const isAsking = useSelector(keys, (snapshot) => snapshot.hasTag('question'));
  return (
    <DialogHolder isHeld={isBusy || isShown} onDismiss={() => keys.send({ type: 'dialog.close' })}>
      {hasForm ? (
        <NewKey keys={keys} sort={sort} />
      ) : isShown ? (
        <MadeKey keys={keys} />
      ) : isAsking ? (
        <Revoking keys={keys} sort={sort} />
      ) : null}
    </DialogHolder>
  );
}

/** The default expiry of a new key. */
const began: ChosenEnd = { days: 90, day: null };

function NewKey({ keys, sort }: Props) {
  const isBusy = useSelector(keys, (snapshot) => snapshot.hasTag('busy'));
  const failure = useSelector(keys, (snapshot) => snapshot.context.failure);
  const [name, setName] = useState('');
  const [ending, setEnding] = useState<ChosenEnd>(began);
  const hostNow = useHostNow();
  const times = useTimes();
  const isNamed = name.trim() !== '';
  const [isBeyond, noteBeyond] = useBeyond();
  const hasEnd = sort === 'receiver' || ending.days !== null || (ending.day !== null && !isBeyond);
  return (
    <FormDialog
      title="New key"
      send="Create key"
      why={
        !isNamed
          ? 'Enter a name'
          : hasEnd
            ? null
            : isBeyond
              ? `Choose a day within the next ${mostKeyDays - 1} days`
              : 'Choose a day first'
      }
      isBusy={isBusy}
      failure={failure}
      isTyped={isNamed || isBeyond || hasTyped(began, ending)}
      onSend={() => {
        const expiresAt = sort === 'access' ? endOf(ending, hostNow(), times) : null;
        keys.send({ type: 'key.make', order: { name: name.trim(), expiresAt } });
      }}
    >
      <TextField
        autoFocus
        label="Name"
        description={sort === 'access' ? 'Which program will use it' : 'Which receivers will use it'}
        value={name}
        onChange={setName}
        maxLength={longestKeyName}
        autoComplete="off"
        width="100%"
        isReadOnly={isBusy}
      />
      {sort === 'access' ? <KeyEnding ending={ending} isBusy={isBusy} onChange={setEnding} onBeyond={noteBeyond('day')} /> : null}
    </FormDialog>
  );
}

/** Shows a new key, the only time it is visible. */
function MadeKey({ keys }: { keys: KeysRef }) {
  const made = useSelector(keys, (snapshot) => snapshot.context.made);
  const isCopied = useSelector(keys, (snapshot) => snapshot.matches({ listed: { showing: 'copied' } }));
  const hasFailed = useSelector(keys, (snapshot) => snapshot.hasTag('failed'));
  const isBusy = useSelector(keys, (snapshot) => snapshot.hasTag('busy'));
  if (made === null) return null;
  return (
    <DialogFrame
      title={`The key '${made.name}'`}
      buttons={
        <>
          <Button onPress={() => keys.send({ type: 'dialog.close' })}>Close</Button>
          <Button rank="primary" isBusy={isBusy} onPress={() => keys.send({ type: 'key.copy' })}>
            Copy
          </Button>
        </>
      }
    >
      <p>Copy it now. It will not be shown again. Anyone who has it can use it. Keep it like a password.</p>
      <TextField
        autoFocus
        label="Key"
        isReadOnly
        value={made.key}
        width="100%"
        onFocus={({ target }) => (target as HTMLInputElement).select()}
      />
      <p role="status">{isCopied ? 'Copied.' : hasFailed ? 'Could not copy. Select the key and copy it.' : ''}</p>
    </DialogFrame>
  );
}

function Revoking({ keys, sort }: Props) {
  const isBusy = useSelector(keys, (snapshot) => snapshot.hasTag('busy'));
  const { keyToRevoke, failure } = useSelector(keys, (snapshot) => snapshot.context);
  return (
    <ConfirmDialog
      title="Revoke key?"
      confirm="Revoke"
      isBusy={isBusy}
      failure={failure}
      onConfirm={() => keys.send({ type: 'key.revoke' })}
      onClose={() => keys.send({ type: 'dialog.close' })}
    >
      <p>
        {sort === 'access'
          ? `Programs that use '${keyToRevoke?.name ?? ''}' lose access. This cannot be undone.`
          : `Receivers that use '${keyToRevoke?.name ?? ''}' can no longer send. This cannot be undone.`}
      </p>
    </ConfirmDialog>
  );
}
