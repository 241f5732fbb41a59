import { Checkbox } from 'react-aria-components/Checkbox';
import styles from './row-checkbox.module.css';

/**
 * Selects the row of this name or, in the line above the rows, all visible rows. On a phone its label is
 * beside it.
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
