import { alarmDetailText } from './alarm-detail.ts';
import { type Alarm, alarmLimit } from '../entities/alarm.ts';
import { type AlarmIcon, alarmIcon, alarmLine } from '../entities/alarm-words.ts';
import type { TimeText } from '../time/time-text.ts';
import { relativeTime } from '../time/relative-time.ts';
import { instantOf } from '../time/wall-time.ts';

/** An alarm as the list shows it; `ago` is null if the alarm's time is unreadable. */
export type AlarmRow = {
  id: number;
  /** The receiver that raised the alarm; undefined if unknown. */
  rxId: number | undefined;
  icon: AlarmIcon;
  line: string;
  /** The second line of the alarm in the list and on the page (ALP-6). */
  detail: string | null;
  isNew: boolean;
  /** True if the alarm was raised while its receiver was snoozed (ALM-12). */
  wasSnoozed: boolean;
  ago: string | null;
  exact: string;
};

/** What formatting needs: the system's clock, `now` in ms, and the receivers' current names. */
type Shown = { times: TimeText; now: number; nameOf: (rxId: number) => string | null };

/**
 * Returns the rows of the alarm list (ALM-7): newest first, at most 25, with relative and exact times in the
 * system's timezone. The read model does not contain them, because only the open list needs them.
 */
export function alarmRows(alarms: readonly Alarm[], lastSeenAlarmId: number | null, { times, now, nameOf }: Shown): AlarmRow[] {
  return alarms
    .toSorted((one, other) => other.id - one.id)
    .slice(0, alarmLimit)
    .map((alarm) => {
      const ts = instantOf(alarm.FormattedTime, times);
      return {
        id: alarm.id,
        rxId: alarm.rxId,
        icon: alarmIcon(alarm.AlarmCodeId),
        line: alarmLine(alarm),
        detail: alarmDetailText(alarm, alarm.rxId === undefined ? null : nameOf(alarm.rxId)),
        isNew: alarm.id > (lastSeenAlarmId ?? 0),
        wasSnoozed: alarm.snoozed === true,
        ago: ts === null ? null : relativeTime(ts, now),
        exact: ts === null ? alarm.FormattedTime : `${alarm.FormattedTime} ${times.zone(ts)}`,
      };
    });
}
