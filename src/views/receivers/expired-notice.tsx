import { expiredText } from '../../model/entities/expiry.ts';
import { useHasExpired } from '../session/use-host-clock.ts';
import styles from './expired-notice.module.css';

/** Why nothing can be changed on this page of an expired system, and who helps (SYS-15). */
export function ExpiredNotice() {
  return useHasExpired() ? (
    <p className={styles.expired} role="status">
      {expiredText}
    </p>
  ) : null;
}
