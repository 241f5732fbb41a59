import * as v from 'valibot';
import { type Alarm, type AlarmIcon, alarmIcon, alarmLimit, alarmLine, alarmSchema } from '../../entities/alarm.ts';
import type { TimeText } from '../../live/contact-text.ts';
import { relativeTime } from '../../time/relative-time.ts';
import { instantOf } from '../../time/wall-time.ts';
import { readModel } from './read-model.ts';

/** The alarms of the list (ALM-7), as the host ordered them; null until loaded. */
const alarmsModelSchema = v.object({ alarms: v.nullable(v.array(alarmSchema)) });
export type AlarmsModel = v.InferOutput<typeof alarmsModelSchema>;

export const alarmsModel = readModel<AlarmsModel>({
  schema: alarmsModelSchema,
  initial: { alarms: null },
  on: {
    'alarms.loaded': (draft, { alarms }) => void (draft.alarms = alarms),
  },
});

function newestAlarm({ alarms }: AlarmsModel): number {
  return (alarms ?? []).reduce((highest, { id }) => Math.max(highest, id), 0);
}

/** The number on the bell (ALM-8): the newest alarm's id less the last one seen, never below 0. */
export function unseenAlarms(model: AlarmsModel, lastSeenAlarmId: number | null): number {
  return Math.max(0, newestAlarm(model) - (lastSeenAlarmId ?? 0));
}

/** The id that marks everything as seen (ALM-9: the newest one); null when nothing is unseen. */
export function unseenUpTo(model: AlarmsModel, lastSeenAlarmId: number | null): number | null {
  return unseenAlarms(model, lastSeenAlarmId) === 0 ? null : newestAlarm(model);
}

/** One alarm as the list tells it; `ago` is null where its time cannot be read. */
export type AlarmRow = { id: number; icon: AlarmIcon; line: string; isNew: boolean; ago: string | null; exact: string };

/** The list (ALM-7): newest first, at most 25, with relative and exact times of the system's timezone. `now` in ms. */
export function alarmRows(alarms: readonly Alarm[], lastSeenAlarmId: number | null, times: TimeText, now: number): AlarmRow[] {
  return alarms
    .toSorted((one, other) => other.id - one.id)
    .slice(0, alarmLimit)
    .map((alarm) => {
      const ts = instantOf(alarm.FormattedTime, times);
      return {
        id: alarm.id,
        icon: alarmIcon(alarm.AlarmCodeId),
        line: alarmLine(alarm),
        isNew: alarm.id > (lastSeenAlarmId ?? 0),
        ago: ts === null ? null : relativeTime(ts, now),
        exact: ts === null ? alarm.FormattedTime : `${alarm.FormattedTime} ${times.zone(ts)}`,
      };
    });
}
