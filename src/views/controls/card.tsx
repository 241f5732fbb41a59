import type { ReactNode } from 'react';
import styles from './card.module.css';

/** A card of the page: its title, an aside at the right, and its content. */
export function Card(props: { title?: string; aside?: ReactNode; children: ReactNode; label?: string }) {
  return (
    <section className={styles.card} aria-label={props.label ?? props.title}>
      {props.title === undefined ? null : (
        <header className="row wrap between below-16">
          <h2 className="heading">{props.title}</h2>
          {props.aside}
        </header>
      )}
      {props.children}
    </section>
  );
}
