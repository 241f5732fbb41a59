import { Checkbox } from 'react-aria-components/Checkbox';
import styles from './row-checkbox.module.css';

/** Selects a row by its name or, above the rows, all visible ones. On a phone its label is beside it. */
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
