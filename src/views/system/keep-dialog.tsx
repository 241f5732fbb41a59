import { TextField } from '@adobe/react-spectrum/TextField';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { RetentionRef } from '../../machines/retention/retention-machine.ts';
import { dataSorts, type DataSort, daysIn, type Kept, leastDays, mostDays, noticeDays } from '../../model/entities/retention.ts';
import { countText, sortText } from '../../model/retention/retention-words.ts';
import { DialogHolder } from '../controls/dialog-holder.tsx';
import { FormDialog } from '../controls/form-dialog.tsx';
import styles from './data-kept.module.css';

/** The dialog that the machine has open. While it is busy it cannot be dismissed. */
export function KeepDialog({ retention, kept }: { retention: RetentionRef; kept: Readonly<Record<DataSort, Kept>> }) {
  const isOpen = useSelector(retention, (snapshot) => !snapshot.matches('closed'));
  const busy = useSelector(retention, (snapshot) => snapshot.hasTag('busy'));
  return (
    <DialogHolder isHeld={busy} onDismiss={() => retention.send({ type: 'dialog.close' })}>
      {isOpen ? <Keeping retention={retention} kept={kept} /> : null}
    </DialogHolder>
  );
}

/** For how long one sort of data is kept (RET-2). */
function Keeping({ retention, kept }: { retention: RetentionRef; kept: Readonly<Record<DataSort, Kept>> }) {
  const { sort, failure } = useSelector(retention, (snapshot) => snapshot.context);
  const busy = useSelector(retention, (snapshot) => snapshot.hasTag('busy'));
  const { usual } = dataSorts[sort];
  // What others save meanwhile is no reason to change what this person has chosen.
  const [{ days: before }] = useState(kept[sort]);
  const began = before === usual ? '' : String(before);
  const [text, setText] = useState(began);
  const days = daysIn(text);
  const isValid = days !== null || text.trim() === '';
  return (
    <FormDialog
      title={`How long ${sortText(sort)} are kept`}
      send="Save"
      why={isValid ? null : 'Enter a valid number of days'}
      isBusy={busy}
      failure={failure}
      isTyped={text !== began}
      onSend={() => retention.send({ type: 'retention.save', days })}
    >
      <TextField
        autoFocus
        label={usual === null ? 'Days (empty: forever)' : `Days (empty: the default, ${usual})`}
        value={text}
        onChange={setText}
        inputMode="numeric"
        width="100%"
        isDisabled={busy}
        validationState={isValid ? undefined : 'invalid'}
        errorMessage={`A whole number from ${leastDays} to ${countText(mostDays)}`}
      />
      <p className={styles.about}>
        {`Everyone gets a notice. Data older than this are deleted a month at a time, ${noticeDays} days later. This cannot be undone.`}
      </p>
    </FormDialog>
  );
}
