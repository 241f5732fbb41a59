import { Checkbox } from 'react-aria-components/Checkbox';
import styles from './row-checkbox.module.css';

/** Chooses a row of a table or list, by its name, or above them all: all that are in sight. */
export function RowCheckbox({ name }: { name?: string | undefined }) {
  return (
    <Checkbox
      slot="selection"
      className={styles.checkbox ?? ''}
      {...(name === undefined ? {} : { 'aria-label': `Select ${name}` })}
    >
      <span className={styles.box} aria-hidden="true" />
    </Checkbox>
  );
}
