import * as v from 'valibot';
import { alarmSchema } from '../../entities/alarm.ts';
import { foldOf } from './fold-of.ts';

/** The alarms of the list (spec §2, Notifications menu), as the host ordered them; null until loaded. */
export const alarmsModelSchema = v.object({ alarms: v.nullable(v.array(alarmSchema)) });
export type AlarmsModel = v.InferOutput<typeof alarmsModelSchema>;

export const noAlarms: AlarmsModel = { alarms: null };

export const foldAlarms = foldOf<AlarmsModel>({
  'alarms.loaded': (draft, { alarms }) => void (draft.alarms = alarms),
});

/** The number on the bell (spec §4): the newest alarm's id less the last one seen, never below 0. */
export function unseenAlarms(model: AlarmsModel, lastSeenAlarmId: number | null): number {
  const newest = (model.alarms ?? []).reduce((highest, alarm) => Math.max(highest, alarm.id), 0);
  return Math.max(0, newest - (lastSeenAlarmId ?? 0));
}
