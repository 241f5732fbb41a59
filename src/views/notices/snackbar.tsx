import { CheckCircleIcon, CloseIcon, CrossCircleIcon, WarningIcon } from '../controls/icons.tsx';
import type { Notice } from '../../model/entities/notice.ts';
import styles from './notices.module.css';

const looks = { success: CheckCircleIcon, error: CrossCircleIcon, info: WarningIcon } as const;

/** Spec §2, §9: bottom center, 500 ms in and out; clicking elsewhere does not close it. */
export function Snackbar(props: { notice: Notice | null; open: boolean; onDismiss: () => void }) {
  const Icon = looks[props.notice?.variant ?? 'info'];
  return (
    <div className={styles.snackbarPlace} aria-live="polite" role="status">
      {props.notice === null ? null : (
        <div className={styles.snackbar} data-variant={props.notice.variant} data-open={props.open}>
          <span className={styles.snackbarIcon}>
            <Icon />
          </span>
          <span>{props.notice.message}</span>
          <button type="button" className={styles.close} aria-label="Dismiss" onClick={props.onDismiss}>
            <CloseIcon size={16} />
          </button>
        </div>
      )}
    </div>
  );
}
