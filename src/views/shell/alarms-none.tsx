import { defaultErrorText } from '../../model/contract/failure.ts';
import { Button } from '../controls/button.tsx';
import { CrossCircleIcon } from '../controls/icons.tsx';
import styles from './alarm-list.module.css';

/** ALM-11: says that there are no alarms. */
export function NoAlarms() {
  return (
    <p className={styles.none}>
      <span>No alarms!</span>
      <span className="quiet">...yet</span>
    </p>
  );
}

/** ALM-13: says that the alarms failed to load. If `stale`, the alarms already known are still shown. */
export function AlarmsFailed(props: { stale: boolean; retrying: boolean; onRetry: () => void }) {
  return (
    <div className={styles.failed}>
      <span className={styles.icon}>
        <CrossCircleIcon />
      </span>
      <span className="grows narrows">
        {/*
          A separate element, so that screen readers do not repeat the error when the line below changes on a
          retry.
        */}
        <span className={styles.line} role="alert">
          {defaultErrorText}
        </span>
        <span className={styles.times}>
          {props.retrying ? 'Trying again...' : props.stale ? 'Last known alarms' : 'Could not load the alarms'}
        </span>
      </span>
      <Button onPress={props.onRetry}>Retry</Button>
    </div>
  );
}
