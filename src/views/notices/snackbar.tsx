import { CheckCircleIcon, CloseIcon, CrossCircleIcon, WarningIcon } from '../controls/icons.tsx';
import type { Notice } from '../../model/entities/notice.ts';
import styles from './notices.module.css';

const looks = { success: CheckCircleIcon, error: CrossCircleIcon, info: WarningIcon } as const;

type Props = {
  notice: Notice | null;
  open: boolean;
  onDismiss: () => void;
  onAct: () => void;
  onFocus: (focused: boolean) => void;
};

/**
 * MSG-1, MSG-2: bottom center, 500 ms in and out; clicking elsewhere does not close it. It lies over every
 * dialog, which leaves it at hand (`data-react-aria-top-layer`).
 */
export function Snackbar(props: Props) {
  const Icon = looks[props.notice?.variant ?? 'info'];
  return (
    <div className={styles.snackbarPlace} role="status" data-react-aria-top-layer>
      {props.notice === null ? null : (
        <div
          className={styles.snackbar}
          data-variant={props.notice.variant}
          data-open={props.open}
          onFocus={() => props.onFocus(true)}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) props.onFocus(false);
          }}
        >
          <Icon />
          <span className={styles.message}>{props.notice.message}</span>
          {props.notice.act === undefined ? null : (
            <button type="button" className={styles.act} onClick={props.onAct}>
              {props.notice.act.label}
            </button>
          )}
          <button type="button" className={styles.close} aria-label="Dismiss" onClick={props.onDismiss}>
            <CloseIcon size={16} />
          </button>
        </div>
      )}
    </div>
  );
}
