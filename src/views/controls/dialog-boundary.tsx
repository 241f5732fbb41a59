import type { ReactNode } from 'react';
import styles from './dialog-boundary.module.css';
import { Button } from './button.tsx';
import { CloseIcon } from './icons.tsx';
import { LoadBoundary } from './load-boundary.tsx';

/**
 * A dialog that is loaded when it is first opened. When it cannot come, the error stands where it would, and
 * what is below goes on.
 */
export function DialogBoundary(props: { onRetry: () => void; onClose: () => void; waiting?: ReactNode; children: ReactNode }) {
  return (
    <LoadBoundary
      level={2}
      waiting={props.waiting ?? null}
      onRetry={props.onRetry}
      around={(error) => (
        <div className={styles.error}>
          <span className={styles.close}>
            <Button rank="quiet" aria-label="Close" onPress={props.onClose}>
              <CloseIcon size={16} />
            </Button>
          </span>
          {error}
        </div>
      )}
    >
      {props.children}
    </LoadBoundary>
  );
}
