import { useState } from 'react';
import { CloseIcon } from '../controls/icons.tsx';
import { CheckIcon } from '../controls/tool-icons.tsx';
import styles from './receiver-list.module.css';

type Props = {
  /** What it is called now. */
  name: string;
  maxLength: number;
  onRename: (name: string) => void;
  onClose: () => void;
};

/** The field of a new name: Enter saves, Escape leaves it as it was. */
export default function RenameField(props: Props) {
  const [text, setText] = useState(props.name);
  const name = text.trim();
  const valid = name.length > 0 && name.length <= props.maxLength;
  return (
    <form
      className={styles.rename}
      onSubmit={(event) => {
        event.preventDefault();
        if (!valid) return;
        if (name !== props.name) props.onRename(name);
        props.onClose();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') props.onClose();
      }}
    >
      <input
        // The pencil was pressed for it.
        autoFocus
        type="text"
        aria-label={`New name of ${props.name}`}
        aria-invalid={!valid}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
      />
      <span className={styles.counter} data-invalid={!valid} role={valid ? undefined : 'alert'}>
        {`${name.length}/${props.maxLength}`}
        {name.length === 0 ? <span className={styles.unseen}>, a name is needed</span> : null}
        {name.length > props.maxLength ? <span className={styles.unseen}>, the name is too long</span> : null}
      </span>
      <button type="submit" className={styles.tool} aria-label="Save the name" disabled={!valid}>
        <CheckIcon size={16} />
      </button>
      <button type="button" className={styles.tool} aria-label="Leave the name" onClick={props.onClose}>
        <CloseIcon size={16} />
      </button>
    </form>
  );
}
