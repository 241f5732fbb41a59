import { Button } from '../controls/button.tsx';
import { CheckCircleIcon, CloseIcon, CrossCircleIcon, InfoIcon } from '../controls/icons.tsx';
import type { SnackbarEvent } from '../../machines/snackbar/snackbar-events.ts';
import type { Notice } from '../../model/entities/notice.ts';
import styles from './notices.module.css';

const looks = { success: CheckCircleIcon, error: CrossCircleIcon, info: InfoIcon } as const;

type Props = { notice: Notice | null; open: boolean; send: (event: SnackbarEvent) => void };

/**
 * A message at the bottom center that takes 500 ms to appear and to disappear; clicking elsewhere does not
 * close it (MSG-1, MSG-2). It lies over every dialog and can still be used (`data-react-aria-top-layer`).
 */
export function Snackbar({ notice, open, send }: Props) {
  const Icon = looks[notice?.variant ?? 'info'];
  return (
    <div className={styles.snackbarPlace} role="status" data-react-aria-top-layer>
      {notice === null ? null : (
        <div
          className={styles.snackbar}
          data-variant={notice.variant}
          data-open={open}
          onFocus={() => send({ type: 'snackbar.focused' })}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) send({ type: 'snackbar.blurred' });
          }}
        >
          <Icon />
          <span className="breaks narrows">{notice.message}</span>
          {notice.act === undefined ? null : (
            <Button rank="quiet" aria-label={notice.act.name} onPress={() => send({ type: 'snackbar.act' })}>
              {notice.act.label}
            </Button>
          )}
          <Button rank="quiet" aria-label="Dismiss" onPress={() => send({ type: 'snackbar.dismiss' })}>
            <CloseIcon size={16} />
          </Button>
        </div>
      )}
    </div>
  );
}
