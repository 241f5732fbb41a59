import { expiredText } from '../../model/entities/expiry.ts';
import { useHasExpired } from '../session/use-host-clock.ts';
import styles from './expired-notice.module.css';

/** Says why nothing on this page of an expired system can be changed, and who can help (SYS-15). */
export function ExpiredNotice() {
  return useHasExpired() ? (
    <p className={styles.expired} role="status">
      {expiredText}
    </p>
  ) : null;
}
