import type { ReactNode } from 'react';
import styles from './dialog-boundary.module.css';
import { Button } from './button.tsx';
import { CloseIcon } from './icons.tsx';
import { LoadBoundary } from './load-boundary.tsx';

/**
 * A dialog whose code is loaded when it first opens. If loading fails, the error replaces the dialog, and the
 * page below keeps working.
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
