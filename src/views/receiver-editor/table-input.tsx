import { TextField } from '@adobe/react-spectrum/TextField';
import { useState } from 'react';
import { boundsText } from '../../model/config/field-schema.ts';
import type { TableEntry, TableField } from '../../model/config/fields.ts';
import { withEntries, withTyped } from '../../model/config/typed-values.ts';
import { minus } from '../../model/text/number-text.ts';
import type { Result } from '../../model/result.ts';
import { invalid } from '../controls/invalid.ts';
import { Button } from '../controls/button.tsx';
import { CloseIcon } from '../controls/icons.tsx';
import { type Editing, saidOf } from './editing.ts';
import { useSeenText } from '../controls/seen-text.ts';
import styles from './receiver-editor.module.css';

/** A list of numbers. One or several can be typed or pasted in, and each can be removed. */
export function TableInput({ editing, field, path }: { editing: Editing; field: TableField; path: string }) {
  const entries = editing.valueOf(path) as readonly TableEntry[];
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const { problem, note } = saidOf(editing, path);
  const isFrequency = field.unit === 'MHz';
  const put = (result: Result<readonly TableEntry[]>): void => {
    setRefusal(result.ok ? null : result.reason);
    if (!result.ok) return;
    setText('');
    editing.onChange(path, result.value);
  };
  const wrong = refusal ?? problem;
  const place = useSeenText(wrong ?? null);
  const tags = editing.tags.tags.map(({ frequency }) => frequency).filter((each) => each > field.min && each < field.max);
  return (
    <fieldset className={styles.group}>
      <legend>{field.label}</legend>
      <form
        className={styles.adding}
        onSubmit={(event) => {
          event.preventDefault();
          put(withTyped(field, entries, text));
        }}
      >
        <TextField
          ref={place}
          UNSAFE_className={styles.typed ?? ''}
          label={isFrequency ? 'Add a frequency (MHz)' : 'Add a code'}
          value={text}
          onChange={setText}
          description={note ?? boundsText(field)}
          {...invalid(wrong)}
        />
        <Button type="submit">Add</Button>
        {isFrequency && tags.length > 0 ? (
          <Button onPress={() => put(withEntries(field, entries, tags))}>Frequencies of all my tags</Button>
        ) : null}
        {entries.length > 0 ? <Button onPress={() => editing.onChange(path, [])}>Clear</Button> : null}
      </form>
      <p className={styles.count}>{`${entries.length}/${field.maxLength}`}</p>
      <ul className={styles.entries}>
        {entries.map(({ id, content }) => {
          const words = isFrequency ? content.toFixed(3) : minus(content);
          return (
            <li key={id} className={styles.entry}>
              {words}
              <button
                type="button"
                className={styles.remove}
                disabled={editing.isDisabled}
                aria-label={`Remove ${words}`}
                onClick={() =>
                  editing.onChange(
                    path,
                    entries.filter((entry) => entry.id !== id),
                  )
                }
              >
                <CloseIcon size={16} />
              </button>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
