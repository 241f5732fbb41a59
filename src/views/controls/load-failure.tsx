import { type Failure, failureText } from '../../model/contract/failure.ts';
import { FailedNotice } from './failed-notice.tsx';

/** Says that a part of the page could not be loaded, and by the answer why. */
export function LoadFailure(props: { title: string; failure: Failure | null; onRetry: () => void }) {
  return (
    <FailedNotice level={3} title={props.title} onRetry={props.onRetry}>
      {props.failure === null ? null : failureText(props.failure, 'The host did not answer')}
    </FailedNotice>
  );
}
