import { Button } from '@adobe/react-spectrum/Button';
import { memo, useMemo } from 'react';
import type { Alarm, AlarmIcon } from '../../model/entities/alarm.ts';
import { defaultErrorText } from '../../model/contract/failure.ts';
import { type AlarmRow, alarmRows } from '../../model/journal/read-models/alarm-rows.ts';
import { TimeText } from '../../model/live/contact-text.ts';
import { CheckCircleIcon, CrossCircleIcon, WarningIcon } from '../controls/icons.tsx';
import { AlarmsLoading } from './alarms-loading.tsx';
import styles from './alarm-list.module.css';

type Props = {
  /** Null until loaded. */
  alarms: readonly Alarm[] | null;
  /** They could not be loaded; those known from before are shown all the same. */
  failed: boolean;
  /** They are being loaded, for the first time or again. */
  loading: boolean;
  lastSeenAlarmId: number | null;
  timezone: string;
  /** What relative times are counted from, ms since the epoch. */
  now: number;
  onRetry: () => void;
};

const looks: Record<AlarmIcon, typeof WarningIcon> = { success: CheckCircleIcon, error: CrossCircleIcon, warning: WarningIcon };

/**
 * ALM-7, ALM-11, ALM-13: the alarms, that there are none, that they are loading, or that they could not be
 * loaded. A plain list: Spectrum's ListView weighs 34 kB where this is 1 kB, and lays rows out by itself that
 * are two lines here and three there.
 */
export default function AlarmList(props: Props) {
  const times = useMemo(() => new TimeText(props.timezone), [props.timezone]);
  return (
    <>
      {props.failed ? <Failed stale={props.alarms !== null} retrying={props.loading} onRetry={props.onRetry} /> : null}
      {props.alarms === null && !props.failed ? <AlarmsLoading /> : null}
      {props.alarms?.length === 0 ? <None /> : null}
      {props.alarms === null || props.alarms.length === 0 ? null : (
        <ul className={styles.list}>
          {alarmRows(props.alarms, props.lastSeenAlarmId, times, props.now).map((row) => (
            <Row key={row.id} {...row} />
          ))}
        </ul>
      )}
    </>
  );
}

/**
 * ALM-9: seen items greyed and disabled. A row can be focused, so that its exact time can be read by keyboard
 * and by thumb; Spectrum's tooltip never opens by touch.
 */
const Row = memo(function Row(row: AlarmRow) {
  const Icon = looks[row.icon];
  return (
    <li className={styles.row} data-icon={row.icon} data-new={row.isNew} aria-disabled={!row.isNew} tabIndex={0}>
      <span className={styles.icon}>
        <Icon />
      </span>
      <span className={styles.text}>
        <span className={styles.line}>{row.line}</span>
        <span className={styles.times}>
          {row.isNew ? <span className={styles.new}>New</span> : null}
          <span>{row.ago ?? row.exact}</span>
          {row.ago === null ? null : <span className={styles.exact}>{row.exact}</span>}
        </span>
      </span>
    </li>
  );
});

function None() {
  return (
    <p className={styles.none}>
      <span>No alarms!</span>
      <span className={styles.yet}>...yet</span>
    </p>
  );
}

function Failed(props: { stale: boolean; retrying: boolean; onRetry: () => void }) {
  return (
    <div className={styles.failed}>
      <span className={styles.icon}>
        <CrossCircleIcon />
      </span>
      <span className={styles.text}>
        {/* Alone, so that a retry does not have it read out again. */}
        <span className={styles.line} role="alert">
          {defaultErrorText}
        </span>
        <span className={styles.times}>
          {props.retrying
            ? 'Trying again...'
            : props.stale
              ? 'These are the alarms last known'
              : 'The alarms could not be loaded'}
        </span>
      </span>
      <Button variant="secondary" onPress={props.onRetry}>
        Retry
      </Button>
    </div>
  );
}
