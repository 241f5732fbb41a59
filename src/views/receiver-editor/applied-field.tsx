import { Checkbox } from '@adobe/react-spectrum/Checkbox';
import type { ReactNode } from 'react';
import type { Editing } from './editing.ts';
import styles from './receiver-editor.module.css';

/** Wraps a field. In a batch, adds a checkbox that decides whether the field is applied. */
export function AppliedField(props: { editing: Editing; path: string; label: string; children: ReactNode }) {
  const { editing, path, label, children } = props;
  const { choice } = editing;
  if (choice === null) return children;
  const isChosen = choice.chosen.includes(path);
  return (
    <div className={styles.applied} data-chosen={isChosen}>
      <Checkbox aria-label={`Apply ${label}`} isSelected={isChosen} onChange={(isOn) => choice.onChoose(path, isOn)}>
        Apply
      </Checkbox>
      {children}
    </div>
  );
}
