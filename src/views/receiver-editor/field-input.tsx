import { Switch } from '@adobe/react-spectrum/Switch';
import { useId } from 'react';
import type { ConfigField } from '../../model/config/fields.ts';
import { shownNumber } from '../../model/config/typed-values.ts';
import { invalid } from '../controls/invalid.ts';
import { ChoicePicker } from '../controls/choice-picker.tsx';
import { NumberInput } from '../controls/number-input.tsx';
import { type Editing, isMixed, mixedText, saidOf } from './editing.ts';
import styles from './receiver-editor.module.css';

/** Edits one field of a configuration by its kind. Bins and tables have their own editors. */
export function FieldInput({ editing, field, path }: { editing: Editing; field: ConfigField; path: string }) {
  const noteId = useId();
  const { problem, note } = saidOf(editing, path);
  const mixed = isMixed(editing, path);
  const value = mixed ? null : editing.valueOf(path);
  switch (field.kind) {
    case 'flag':
      return (
        <div className={styles.flag}>
          <Switch
            isSelected={value === 1}
            onChange={(isOn) => editing.onChange(path, isOn ? 1 : 0)}
            {...(note === undefined ? {} : { 'aria-describedby': noteId })}
          >
            {field.label}
          </Switch>
          {note === undefined ? null : (
            <p id={noteId} className={styles.note}>
              {note}
            </p>
          )}
        </div>
      );
    case 'choice':
      return (
        <ChoicePicker
          label={field.label}
          width="100%"
          items={field.options.map((option) => ({ id: String(option.value), name: option.label }))}
          value={mixed ? null : String(value)}
          {...(mixed ? { placeholder: mixedText } : {})}
          onChoose={(key) => editing.onChange(path, Number(key))}
          {...invalid(problem)}
          {...(note === undefined ? {} : { description: note })}
        />
      );
    case 'number':
      return (
        <NumberInput
          label={field.label}
          unit={field.unit}
          step={field.step}
          decimals={field.unit === 'MHz' ? 3 : null}
          value={value}
          {...(mixed ? { placeholder: mixedText } : {})}
          problem={problem}
          note={note}
          snap={(each) => shownNumber(field, each)}
          onChange={(next) => editing.onChange(path, next)}
        />
      );
    case 'bins':
    case 'table':
      return null;
  }
}
