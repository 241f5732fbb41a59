import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './table-bar.module.css';

type Props = {
  /** Makes the bar a toolbar with this accessible name. */
  label?: string;
  text: string;
  /** The label of its last button. */
  action: string;
  onAction: () => void;
  children?: ReactNode;
};

/** A line above a table that says something about its rows, with actions on them. */
export function TableBar({ label, text, action, onAction, children }: Props) {
  return (
    <div className={styles.bar} role={label && 'toolbar'} aria-label={label}>
      <span role="status">{text}</span>
      {children}
      <Button rank="quiet" onPress={onAction}>
        {action}
      </Button>
    </div>
  );
}
