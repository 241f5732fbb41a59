import { useRef } from 'react';
import { defaultErrorText, type Failure, failureText, isUnanswered } from '../../model/contract/failure.ts';
import { FailedNotice } from './failed-notice.tsx';
import styles from './load-failure.module.css';
import { useOneRetry } from './one-retry.tsx';
import { useHeir } from './use-heir.ts';

type Props = {
  title: string;
  /** What failed, if the title does not say it: a sentence without its full stop. */
  what?: string;
  /** The level of the title: one more than that of the heading above. */
  level?: 3 | 4 | 5;
  failure: Failure | null;
  onRetry: () => void;
};

/**
 * Says that a part of the page could not be loaded, and why. Its Retry disappears when pressed and passes the
 * focus to the part (FORM-13). Of several parts that the host did not answer, only one says why (ERR-18). Its
 * text stays the same however many parts failed, because screen readers read a changed alert again.
 */
export function LoadFailure({ title, what, level = 3, failure, onRetry }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useHeir(place);
  const isSilence = failure !== null && isUnanswered(failure);
  const { retry, isOfAll } = useOneRetry(place, isSilence, onRetry);
  const reason = failure === null ? null : failureText(failure, isSilence ? 'The host did not answer' : defaultErrorText);
  const more = reason === title ? null : reason;
  const why = what === undefined ? reason : [what, ...(more === null ? [] : [more])].join('. ');
  return (
    <div ref={place} className="no-box">
      {retry === null ? (
        <p className={styles.missing}>{title}</p>
      ) : (
        <FailedNotice level={level} title={title} onRetry={retry}>
          {isOfAll ? `${why}. Retry loads everything that is missing.` : why}
        </FailedNotice>
      )}
    </div>
  );
}
