import { VisuallyHidden } from 'react-aria/VisuallyHidden';
import { WarningIcon } from '../controls/icons.tsx';
import styles from './receiver-editor.module.css';

/** The name of a tab, and how many errors its fields have. */
export function TabLabel({ label, count }: { label: string; count: number }) {
  if (count === 0) return label;
  return (
    <span className={styles.wrong}>
      {label}
      <WarningIcon size={16} />
      <VisuallyHidden elementType="span">{count === 1 ? ', 1 error' : `, ${count} errors`}</VisuallyHidden>
    </span>
  );
}
