import { useSelector } from '@xstate/react';
import { type ReactNode, useId } from 'react';
import type { SavingRef } from '../../machines/saving/saving.ts';
import styles from './settings.module.css';

type Props = {
  title: string;
  saving: SavingRef<unknown>;
  /**
   * The names under which the setting is saved. If saving one of them was refused, the reason is shown here.
   */
  of: readonly string[];
  children: ReactNode;
};

/** One setting of a page (NAV-31). */
export function Setting({ title, saving, of, children }: Props) {
  const id = useId();
  const failure = useSelector(saving, (snapshot) => snapshot.context.failure);
  return (
    <section className={styles.setting} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
      {failure !== null && of.includes(failure.of) ? (
        <p className="failure" role="alert">
          {failure.text}
        </p>
      ) : null}
    </section>
  );
}
