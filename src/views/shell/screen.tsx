import type { ReactNode } from 'react';
import styles from './screens.module.css';

/** A screen that is shown when there is no content (NAV-9). */
export function Screen(props: { children: ReactNode }) {
  return <div className={styles.screen}>{props.children}</div>;
}

/** 'Connecting...' with dots that move every 500 ms (NAV-9). CSS moves them, because a view has no timers. */
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
