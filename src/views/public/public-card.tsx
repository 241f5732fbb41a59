import type { ReactNode } from 'react';
import { PageHeading } from '../controls/arrival.tsx';
import { Brand } from '../shell/brand.tsx';
import login from '../login/login.module.css';
import styles from './public.module.css';

/** A page for people who are not logged in: one card in the middle, like the login. */
export function PublicCard(props: { title: string; children: ReactNode }) {
  return (
    <div className={login.page}>
      <section className={login.dialog} aria-labelledby="public-title">
        <p className={login.brand}>
          <Brand className={login.brandMark} />
        </p>
        <div id="public-title" className={styles.title}>
          <PageHeading>{props.title}</PageHeading>
        </div>
        {props.children}
      </section>
    </div>
  );
}
