import { useSelector } from '@xstate/react';
import { memo, useCallback, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { AlarmHistoryRef } from '../../machines/alarm-history/paged-alarms.ts';
import { selectMayEdit } from '../../machines/receivers/receivers-selectors.ts';
import { courseText } from '../../model/alarms/alarm-course.ts';
import { type AlarmHistory, hasOlderAlarms } from '../../model/alarms/alarm-history.ts';
import { alarmDetail } from '../../model/alarms/alarm-detail.ts';
import { type AlarmSentence, alarmSentence, isOfBeacon } from '../../model/alarms/alarm-sentence.ts';
import { snoozedText, snoozedUntil } from '../../model/alarms/snoozed.ts';
import type { PastAlarm } from '../../model/contract/alarm-history-calls.ts';
import { alarmIcon, type AlarmIcon, alarmLine } from '../../model/entities/alarm-words.ts';
import type { Receiver, NamedReceiver } from '../../model/entities/receiver.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import type { TimeText } from '../../model/time/time-text.ts';
import { screenUrl } from '../../model/navigation/addresses.ts';
import { relativeTime } from '../../model/time/relative-time.ts';
import { CheckCircleIcon, CrossCircleIcon, WarningIcon } from '../controls/icons.tsx';
import { OlderEntries } from '../session/older-entries.tsx';
import { useReadModel, useSession } from '../session/session-actors.tsx';
import { SnoozeMark, SnoozeTool } from '../snooze/snooze-mark.tsx';
import { useRelativeNow } from './use-relative-now.ts';
import styles from './alarms.module.css';
import { later } from '../controls/later.tsx';

const SnoozeDialog = later(() => import('../snooze/snooze-dialog.tsx'));

const looks: Record<AlarmIcon, { Icon: typeof WarningIcon; word: string }> = {
  success: { Icon: CheckCircleIcon, word: 'Back to normal' },
  error: { Icon: CrossCircleIcon, word: 'Failure' },
  warning: { Icon: WarningIcon, word: 'Warning' },
};

/** Lists the alarms, newest first, with a button for older ones and a dialog to snooze (ALM-12). */
export function PastAlarms(props: { actor: AlarmHistoryRef; history: AlarmHistory; times: TimeText }) {
  const { actor, history, times } = props;
  const { journal } = useSession();
  const now = useRelativeNow();
  const mitasId = useReadModel(({ account }) => selectedSystem(account)?.mitasId ?? '');
  const receivers = useReadModel(({ fleet }) => fleet.receivers);
  const maySnooze = useSelector(journal, selectMayEdit);
  const [snoozing, setSnoozing] = useState<NamedReceiver | null>(null);
  const rows = useRef<HTMLOListElement>(null);
  const snooze = useCallback(({ id, alias, SiteId }: Receiver) => setSnoozing({ rxId: id, alias, siteId: SiteId }), []);
  return (
    <>
      <ol ref={rows} aria-label="Alarms">
        {history.alarms.map((alarm) => {
          const receiver = alarm.rxId === undefined ? undefined : receivers[alarm.rxId];
          const until = receiver === undefined ? null : snoozedUntil(receiver, now);
          return (
            <PastAlarmRow
              key={alarm.id}
              alarm={alarm}
              receiver={receiver}
              address={screenUrl(mitasId, 'receivers')}
              ago={relativeTime(alarm.at, now)}
              course={courseText(alarm, now)}
              zone={times.zone(alarm.at)}
              ended={alarm.endedAt === null ? null : times.stamp(alarm.endedAt)}
              snoozed={until === null ? null : snoozedText(until, times)}
              onSnooze={maySnooze ? snooze : null}
            />
          );
        })}
      </ol>
      {history.more ? (
        <OlderEntries
          actor={actor}
          className="row middle gap-12 quiet above-16"
          rows={rows}
          noun="alarms"
          count={history.alarms.length}
          hasOlder={hasOlderAlarms(history)}
        />
      ) : null}
      {snoozing === null ? null : <SnoozeDialog receivers={[snoozing]} onClose={() => setSnoozing(null)} />}
    </>
  );
}

type RowProps = {
  alarm: PastAlarm;
  /** Undefined if the receiver no longer exists. */
  receiver: Receiver | undefined;
  /** The address of the Receivers page. */
  address: string;
  ago: string;
  /** The name of the timezone in which the alarm's times are shown. */
  zone: string;
  course: string | null;
  /** When the alarm ended, in the same timezone; null if it is ongoing or was momentary. */
  ended: string | null;
  /** Until when the alarm's receiver is snoozed; null if it is not. */
  snoozed: string | null;
  /** Opens the snooze dialog; null if the person may not snooze the receiver. */
  onSnooze: ((receiver: Receiver) => void) | null;
};

const PastAlarmRow = memo(function PastAlarmRow(props: RowProps) {
  const { alarm, receiver, address, ago, zone, course, ended, snoozed, onSnooze } = props;
  const { Icon, word } = looks[alarmIcon(alarm.AlarmCodeId)];
  // An alarm of a beacon names its receiver only in the second line, so its first line has no link.
  const line = isOfBeacon(alarm.AlarmCodeId)
    ? { before: alarmLine(alarm), name: '', after: '' }
    : alarmSentence(alarm, alarm.receiver);
  const detail = alarmDetail(alarm, alarm.receiver, ended);
  const linked = ({ before, name, after }: AlarmSentence) => (
    <>
      {before}
      {receiver === undefined || name === '' ? name : <Link href={`${address}?receiver=${receiver.id}`}>{name}</Link>}
      {after}
    </>
  );
  return (
    <li
      className={styles.row}
      id={`alarm-${alarm.id}`}
      data-icon={alarmIcon(alarm.AlarmCodeId)}
      data-lasting={alarm.isLasting}
      data-ended={ended !== null}
    >
      <span className={styles.icon} role="img" aria-label={ended === null ? word : `${word}, over`}>
        <Icon />
      </span>
      <div className={`wrap gap-0-12 ${styles.words}`}>
        <p className={`breaks ${styles.line}`}>{linked(line)}</p>
        {detail === null ? null : <p className={`breaks ${styles.detail}`}>{linked(detail)}</p>}
        <p className={`wrap gap-0-12 quiet digits ${styles.note}`}>
          <time dateTime={new Date(alarm.at).toISOString()}>
            {alarm.FormattedTime.slice(0, 16)}
            <span className={styles.ample}>{`${alarm.FormattedTime.slice(16)} ${zone}`}</span>
          </time>
          <span className={course === null ? undefined : styles.ample}>{ago}</span>
          {alarm.snoozed === true ? <span>was snoozed</span> : null}
        </p>
      </div>
      <span className={styles.course}>{course}</span>
      <span className={styles.action}>
        {receiver === undefined ? null : onSnooze === null ? (
          snoozed === null ? null : (
            <SnoozeMark text={snoozed} />
          )
        ) : (
          <SnoozeTool alias={receiver.alias} snoozed={snoozed} onPress={() => onSnooze(receiver)} />
        )}
      </span>
    </li>
  );
});
