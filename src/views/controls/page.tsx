import type { ReactNode } from 'react';
import { PageHeading } from './arrival.tsx';
import styles from './page.module.css';

/** A page (NAV-11): title, one line of what it shows, actions at the right, then its cards. */
export function Page(props: { title: string; about: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div className={styles.heading}>
          <PageHeading className={styles.title}>{props.title}</PageHeading>
          <p className={styles.about}>{props.about}</p>
        </div>
        {props.actions === undefined ? null : <div className={styles.actions}>{props.actions}</div>}
      </header>
      {props.children}
    </div>
  );
}
