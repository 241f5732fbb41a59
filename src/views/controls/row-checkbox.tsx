import { Checkbox } from 'react-aria-components/Checkbox';
import styles from './row-checkbox.module.css';

/**
 * Chooses a row of a table or list, by its name, or above them all: all that are in sight. What it is for is
 * written beside it on a phone.
 */
export function RowCheckbox({ name, children }: { name?: string | undefined; children?: string }) {
  return (
    <Checkbox
      slot="selection"
      className={styles.checkbox ?? ''}
      {...(name === undefined ? {} : { 'aria-label': `Select ${name}` })}
    >
      <span className={styles.box} aria-hidden="true" />
      {children === undefined ? null : <span className={styles.beside}>{children}</span>}
    </Checkbox>
  );
}
