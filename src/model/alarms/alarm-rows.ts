import { alarmDetailText } from './alarm-detail.ts';
import { type Alarm, alarmLimit } from '../entities/alarm.ts';
import { type AlarmIcon, alarmIcon, alarmLine } from '../entities/alarm-words.ts';
import type { TimeText } from '../time/time-text.ts';
import { relativeTime } from '../time/relative-time.ts';
import { instantOf } from '../time/wall-time.ts';

/** One alarm as the list shows it; `ago` is null where its time cannot be read. */
export type AlarmRow = {
  id: number;
  /** The receiver that raised it, where that is known. */
  rxId: number | undefined;
  icon: AlarmIcon;
  line: string;
  /** What the list and the page say below it (ALP-6). */
  detail: string | null;
  isNew: boolean;
  /** Raised while its receiver was snoozed (ALM-12). */
  wasSnoozed: boolean;
  ago: string | null;
  exact: string;
};

/** What the list is shown by: the system's clocks, `now` in ms, and what receivers are called now. */
type Shown = { times: TimeText; now: number; nameOf: (rxId: number) => string | null };

/**
 * The list (ALM-7): newest first, at most 25, with relative and exact times of the system's timezone. Apart
 * from the read model, so that the session does not wait for what only the open list needs.
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
