import type { ReactNode } from 'react';
import { PageHeading } from './arrival.tsx';
import styles from './notice.module.css';

/**
 * Shown in place of missing content. An empty state says what to do next; an error says what failed and has
 * Retry (LOOK-9). It can also fill a whole screen.
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
