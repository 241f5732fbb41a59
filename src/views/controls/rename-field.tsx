import { TextField } from '@adobe/react-spectrum/TextField';
import { useState } from 'react';
import { VisuallyHidden } from 'react-aria/VisuallyHidden';
import { Button } from './button.tsx';
import { Greyed } from './greyed.tsx';
import styles from './rename-field.module.css';
import { CloseIcon } from './icons.tsx';
import { CheckIcon } from './tool-icons.tsx';

type Props = {
  /** The current name. */
  name: string;
  maxLength: number;
  /** `seen` is the name when the field was opened. */
  onRename: (name: string, seen: string) => void;
  onClose: () => void;
};

/** A field for a new name: Enter saves, Escape cancels. */
export default function RenameField(props: Props) {
  // Another person may rename the thing while the field is open. Text that this person did not change is not
  // sent as a new name.
  const [seen] = useState(props.name);
  const [text, setText] = useState(seen);
  const name = text.trim();
  const valid = name.length > 0 && name.length <= props.maxLength;
  const save = () => {
    if (!valid) return;
    if (name !== seen) props.onRename(name, seen);
    props.onClose();
  };
  return (
    <form
      className="row grows narrows"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') props.onClose();
      }}
    >
      <TextField
        // Take the focus: the person has pressed the pencil in order to type here.
        autoFocus
        aria-label={`New name of ${seen}`}
        validationState={valid ? undefined : 'invalid'}
        value={text}
        onChange={setText}
        onFocus={(event) => (event.target as HTMLInputElement).select()}
        width="auto"
        flex
        minWidth={0}
        maxWidth="size-6000"
      />
      <span className={styles.counter} data-invalid={!valid} role={valid ? undefined : 'alert'}>
        {`${name.length}/${props.maxLength}`}
        {name.length === 0 ? <VisuallyHidden elementType="span">, a name is needed</VisuallyHidden> : null}
        {name.length > props.maxLength ? <VisuallyHidden elementType="span">, the name is too long</VisuallyHidden> : null}
      </span>
      <Greyed why={valid ? null : name.length === 0 ? 'A name is needed' : 'The name is too long'}>
        <Button rank="quiet" type="submit" aria-label="Save the name">
          <CheckIcon size={16} />
        </Button>
      </Greyed>
      <Button rank="quiet" aria-label="Discard the name" onPress={props.onClose}>
        <CloseIcon size={16} />
      </Button>
    </form>
  );
}
