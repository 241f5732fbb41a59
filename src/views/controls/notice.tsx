import type { ReactNode } from 'react';
import { PageHeading } from './arrival.tsx';
import styles from './notice.module.css';

/**
 * What stands where content would be when there is none: an empty state, a failure with its Retry, or a whole
 * screen that says so (LOOK-9: an error says what failed and has Retry; an empty state says what to do next).
 */
export function Notice(props: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  tone?: 'plain' | 'failed';
  level?: 1 | 2 | 3;
}) {
  const Heading = props.level === 1 ? PageHeading : (`h${props.level ?? 2}` as const);
  return (
    <div className={styles.notice} role={props.tone === 'failed' ? 'alert' : undefined} data-tone={props.tone ?? 'plain'}>
      <Heading className={styles.title}>{props.title}</Heading>
      {props.children === undefined ? null : <div className={styles.text}>{props.children}</div>}
      {props.action}
    </div>
  );
}
