import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './table-bar.module.css';

type Props = {
  /** Names it where it is a toolbar. */
  label?: string;
  text: string;
  /** What its last button says. */
  action: string;
  onAction: () => void;
  children?: ReactNode;
};

/** A line above a table that says something about its rows, with what can be done with them. */
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
