import { useRef } from 'react';
import { type Failure, failureText } from '../../model/contract/failure.ts';
import { FailedNotice } from './failed-notice.tsx';
import styles from './load-failure.module.css';
import { useHeir } from './use-heir.ts';

/**
 * Says that a part of the page could not be loaded, and by the answer why. Its Retry goes when it is pressed,
 * and hands the focus on to the part (FORM-13).
 */
export function LoadFailure(props: { title: string; failure: Failure | null; onRetry: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useHeir(place);
  return (
    <div ref={place} className={styles.place}>
      <FailedNotice level={3} title={props.title} onRetry={props.onRetry}>
        {props.failure === null ? null : failureText(props.failure, 'The host did not answer')}
      </FailedNotice>
    </div>
  );
}
