import { memo } from 'react';
import type { AlarmIcon } from '../../model/entities/alarm-words.ts';
import type { AlarmRow } from '../../model/alarms/alarm-rows.ts';
import { CheckCircleIcon, CrossCircleIcon, WarningIcon } from '../controls/icons.tsx';
import { SnoozeMark, SnoozeTool } from '../snooze/snooze-mark.tsx';
import styles from './alarm-list.module.css';

const looks: Record<AlarmIcon, typeof WarningIcon> = { success: CheckCircleIcon, error: CrossCircleIcon, warning: WarningIcon };

type Props = {
  row: AlarmRow;
  /** The current name of the alarm's receiver; null if the receiver no longer exists. */
  alias: string | null;
  /** Until when the alarm's receiver is snoozed; null if it is not. */
  snoozed: string | null;
  hasFocus: boolean;
  /** Opens the snooze form; null if the person may not snooze the receiver. */
  onSnooze: ((row: AlarmRow) => void) | null;
};

/**
 * ALM-9: seen alarms are greyed and disabled. A row takes the focus so that its exact time can be read by
 * keyboard and touch; Spectrum's tooltip never opens by touch.
 */
export const AlarmLine = memo(function AlarmLine({ row, alias, snoozed, hasFocus, onSnooze }: Props) {
  const Icon = looks[row.icon];
  // A row with a snooze button is never disabled, because that would disable the button too.
  const isDisabled = !row.isNew && onSnooze === null;
  return (
    <li className={styles.row} data-icon={row.icon} data-new={row.isNew} aria-disabled={isDisabled} tabIndex={0}>
      <span className={styles.icon}>
        <Icon />
      </span>
      <span className="grows narrows">
        <span className={styles.line}>{row.line}</span>
        <span className={styles.times}>
          {row.isNew ? <span className="ink strong">New</span> : null}
          {row.detail === null ? null : <span className="breaks">{row.detail}</span>}
          <span className={styles.when}>
            <span className={row.ago === null ? undefined : styles.ago}>{row.ago ?? row.exact}</span>
            {row.ago === null ? null : <span className={styles.exact}>{row.exact}</span>}
          </span>
          {row.wasSnoozed ? <span>was snoozed</span> : null}
        </span>
      </span>
      {onSnooze === null && snoozed !== null ? <SnoozeMark text={snoozed} /> : null}
      {onSnooze === null ? null : (
        <SnoozeTool alias={alias} snoozed={snoozed} hasFocus={hasFocus} onPress={() => onSnooze(row)} />
      )}
    </li>
  );
});
