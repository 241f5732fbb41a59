import type { ReactNode } from 'react';
import { PageHeading } from './arrival.tsx';
import styles from './notice.module.css';

/**
 * Replaces content that is missing: an empty state, a failure with its Retry, or a whole screen that says so
 * (LOOK-9: an error says what failed and has Retry; an empty state says what to do next).
 */
export function Notice({
  title,
  children,
  action,
  tone,
  level = 2,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  tone?: 'failed';
  level?: 1 | 2 | 3 | 4 | 5;
}) {
  const Heading = level === 1 ? PageHeading : (`h${level}` as const);
  return (
    <div className={styles.notice} role={tone && 'alert'} data-tone={tone}>
      <Heading className={`heading ${styles.title}`}>{title}</Heading>
      {children ? <div className={styles.text}>{children}</div> : null}
      {action}
    </div>
  );
}
