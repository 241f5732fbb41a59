import { useState } from 'react';
import { createSite } from '../../model/journal/fleet-edits.ts';
import { nameProblem } from '../../model/receivers/field-checks.ts';
import { DialogHolder } from '../controls/dialog-holder.tsx';
import { FormDialog } from '../controls/form-dialog.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import { NameField } from './receiver-fields.tsx';
import { useEdit } from './receivers-screen.tsx';

/** Asks for the name of a new site. */
export default function NewSiteDialog(props: { onClose: () => void }) {
  const [text, setText] = useState('');
  const edit = useEdit();
  const alias = text.trim();
  const isTaken = useReadModel(({ fleet }) => Object.values(fleet.sites).some((site) => site.alias === alias));
  // Check for a taken name before sending, because the host's refusal would come after the dialog has closed.
  const problem = isTaken ? 'A site with this name already exists' : nameProblem(text);
  const submit = (): void => {
    edit((mitasId) => createSite(mitasId, alias));
    props.onClose();
  };
  return (
    <DialogHolder onDismiss={props.onClose}>
      <FormDialog
        title="New site"
        send="Create site"
        why={problem === null ? null : alias === '' ? 'Type a name first' : 'Enter a valid name'}
        isTyped={text !== ''}
        onSend={submit}
      >
        <NameField text={text} problem={text === '' ? null : problem} onChange={setText} />
      </FormDialog>
    </DialogHolder>
  );
}
