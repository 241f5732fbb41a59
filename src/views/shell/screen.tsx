import type { ReactNode } from 'react';
import styles from './screens.module.css';

/** A screen that stands for the content while, or because, there is none (NAV-9). */
export function Screen(props: { children: ReactNode }) {
  return <div className={styles.screen}>{props.children}</div>;
}

/**
 * 'Connecting...', its dots moving with the 500 ms of NAV-9 (drawn by CSS, so that nothing is timed in a
 * view).
 */
export function ConnectingScreen() {
  return (
    <Screen>
      <p className={styles.connecting} role="status" aria-label="Connecting...">
        <span aria-hidden="true">Connecting</span>
        <span aria-hidden="true" className={styles.dots} />
      </p>
    </Screen>
  );
}
