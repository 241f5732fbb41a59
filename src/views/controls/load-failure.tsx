import { ActionButton } from '@adobe/react-spectrum/ActionButton';
import { type Failure, failureText } from '../../model/contract/failure.ts';
import { Notice } from './notice.tsx';

/** Says that a part of the page could not be loaded, and why, with a Retry (LOOK-9). */
export function LoadFailure(props: { title: string; failure: Failure | null; onRetry: () => void }) {
  return (
    <Notice level={3} tone="failed" title={props.title} action={<ActionButton onPress={props.onRetry}>Retry</ActionButton>}>
      {props.failure === null ? null : failureText(props.failure, 'The host did not answer')}
    </Notice>
  );
}
