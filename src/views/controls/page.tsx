import type { ReactNode } from 'react';
import { PageHeading } from './arrival.tsx';
import styles from './page.module.css';

type Props = {
  title: string;
  about: string;
  actions?: ReactNode;
  /** Shown right after the title: actions on the thing that the title names. */
  beside?: ReactNode;
  /** An action beside the title; both stay in view while the page scrolls. */
  floating?: ReactNode;
  children: ReactNode;
};

/** A page (NAV-11): title, one line of what it shows, actions at the right, then its cards. */
export function Page(props: Props) {
  const about = <p className={`quiet line-24 ${styles.about}`}>{props.about}</p>;
  const title = <PageHeading className={styles.title}>{props.title}</PageHeading>;
  if (props.floating !== undefined) {
    return (
      <div className={styles.page}>
        <header className={styles.floats}>
          {title}
          {props.floating}
        </header>
        {about}
        {props.children}
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div className={styles.heading}>
          {props.beside === undefined ? (
            title
          ) : (
            <div className={styles.named}>
              {title}
              {props.beside}
            </div>
          )}
          {about}
        </div>
        {props.actions === undefined ? null : <div className="wrap align-end">{props.actions}</div>}
      </header>
      {props.children}
    </div>
  );
}
