import { TextField } from '@adobe/react-spectrum/TextField';
import { useState } from 'react';
import type { DialogSlotRef } from '../../machines/dialog-slot/dialog-slot-machine.ts';
import { dataSorts, type DataSort, daysIn, type Kept, leastDays, mostDays, noticeDays } from '../../model/entities/retention.ts';
import type { KeptSort } from '../../model/retention/retention-model.ts';
import { countText, sortText } from '../../model/retention/retention-words.ts';
import { invalid } from '../controls/invalid.ts';
import { DialogHolder } from '../controls/dialog-holder.tsx';
import { FormDialog } from '../controls/form-dialog.tsx';
import { useDialogSlot } from '../session/use-dialog-slot.ts';

type Props = { retention: DialogSlotRef<KeptSort>; kept: Readonly<Record<DataSort, Kept>> };

/** The dialog for how long data are kept, while it is open. It cannot be dismissed while the host answers. */
export function KeepDialog({ retention, kept }: Props) {
  const { isOpen, isBusy, subject, close } = useDialogSlot(retention);
  return (
    <DialogHolder isHeld={isBusy} onDismiss={close}>
      {isOpen && subject !== null ? <Keeping retention={retention} kept={kept} sort={subject.sort} /> : null}
    </DialogHolder>
  );
}

/** Sets how long one sort of data is kept (RET-2). */
function Keeping({ retention, kept, sort }: Props & { sort: DataSort }) {
  const { isBusy, failure, confirm } = useDialogSlot(retention, 'Could not save');
  const { usual } = dataSorts[sort];
  // Keep the number from when the dialog opened: changes by other people must not alter what this person is
  // entering.
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
      isBusy={isBusy}
      failure={failure}
      isTyped={text !== began}
      onSend={() => confirm(days)}
    >
      <TextField
        autoFocus
        label={usual === null ? 'Days (empty: forever)' : `Days (empty: the default, ${usual})`}
        value={text}
        onChange={setText}
        inputMode="numeric"
        width="100%"
        isDisabled={isBusy}
        {...invalid(isValid ? null : `A whole number from ${leastDays} to ${countText(mostDays)}`)}
      />
      <p className="quiet below-8">
        {`Everyone gets a notice. Data older than this are deleted a month at a time, ${noticeDays} days later. This cannot be undone.`}
      </p>
    </FormDialog>
  );
}
