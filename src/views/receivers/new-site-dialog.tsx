import { Button } from '@adobe/react-spectrum/Button';
import { ButtonGroup } from '@adobe/react-spectrum/ButtonGroup';
import { Content } from '@adobe/react-spectrum/Content';
import { Dialog } from '@adobe/react-spectrum/Dialog';
import { DialogContainer } from '@adobe/react-spectrum/DialogContainer';
import { Divider } from '@adobe/react-spectrum/Divider';
import { Heading } from '@adobe/react-spectrum/Heading';
import { TextField } from '@adobe/react-spectrum/TextField';
import { type FormEvent, useState } from 'react';
import { createSite } from '../../model/changes/edits.ts';
import { aliasMaxLength } from '../../model/entities/receiver.ts';
import { nameProblem } from '../../model/receivers/field-checks.ts';
import { useEdit } from './receivers-screen.tsx';
import styles from './dialogs.module.css';

/** The name of a new site. */
export default function NewSiteDialog(props: { onClose: () => void }) {
  const [text, setText] = useState('');
  const edit = useEdit();
  const valid = nameProblem(text) === null;
  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    if (!valid) return;
    edit((mitasId) => createSite(mitasId, text.trim()));
    props.onClose();
  };
  return (
    <DialogContainer onDismiss={props.onClose}>
      <Dialog size="S">
        <Heading>New site</Heading>
        <Divider />
        <Content>
          <form className={styles.fields} onSubmit={submit}>
            <TextField
              autoFocus
              label="Name"
              value={text}
              onChange={setText}
              width="100%"
              validationState={text === '' || valid ? undefined : 'invalid'}
              description={`${text.trim().length}/${aliasMaxLength}`}
              errorMessage={text === '' ? undefined : nameProblem(text)}
            />
          </form>
        </Content>
        <ButtonGroup>
          <Button variant="secondary" onPress={props.onClose}>
            Cancel
          </Button>
          <Button variant="accent" isDisabled={!valid} onPress={() => submit()}>
            Create site
          </Button>
        </ButtonGroup>
      </Dialog>
    </DialogContainer>
  );
}
