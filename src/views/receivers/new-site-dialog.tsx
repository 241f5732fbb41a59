import { Button } from '@adobe/react-spectrum/Button';
import { ButtonGroup } from '@adobe/react-spectrum/ButtonGroup';
import { Dialog } from '@adobe/react-spectrum/Dialog';
import { DialogContainer } from '@adobe/react-spectrum/DialogContainer';
import { Divider } from '@adobe/react-spectrum/Divider';
import { Heading } from '@adobe/react-spectrum/Heading';
import { TextField } from '@adobe/react-spectrum/TextField';
import { type FormEvent, useState } from 'react';
import { createSite } from '../../model/changes/fleet-edits.ts';
import { aliasMaxLength } from '../../model/entities/receiver.ts';
import { nameProblem } from '../../model/receivers/field-checks.ts';
import { DialogContent } from '../controls/dialog-content.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import { useEdit } from './receivers-screen.tsx';
import styles from './dialogs.module.css';

/** The name of a new site. */
export default function NewSiteDialog(props: { onClose: () => void }) {
  const [text, setText] = useState('');
  const edit = useEdit();
  const alias = text.trim();
  const isTaken = useReadModel(({ fleet }) => Object.values(fleet.sites).some((site) => site.alias === alias));
  // Refused here and not by the host's answer, which would find the dialog closed and what was typed gone.
  const problem = isTaken ? 'There is a site of this name already' : nameProblem(text);
  const valid = problem === null;
  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    if (!valid) return;
    edit((mitasId) => createSite(mitasId, alias));
    props.onClose();
  };
  return (
    <DialogContainer onDismiss={props.onClose}>
      <Dialog size="S">
        <Heading>New site</Heading>
        <Divider />
        <DialogContent>
          <form className={styles.fields} onSubmit={submit}>
            <TextField
              autoFocus
              label="Name"
              value={text}
              onChange={setText}
              width="100%"
              validationState={text === '' || valid ? undefined : 'invalid'}
              description={`${alias.length}/${aliasMaxLength}`}
              errorMessage={text === '' ? undefined : problem}
            />
          </form>
        </DialogContent>
        <ButtonGroup>
          <Button variant="secondary" onPress={props.onClose}>
            Cancel
          </Button>
          <Greyed why={valid ? null : alias === '' ? 'Type a name first' : 'The name is not right yet'}>
            <Button variant="accent" onPress={() => submit()}>
              Create site
            </Button>
          </Greyed>
        </ButtonGroup>
      </Dialog>
    </DialogContainer>
  );
}
