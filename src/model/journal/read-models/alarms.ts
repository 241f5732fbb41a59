import * as v from 'valibot';
import { alarmSchema } from '../../entities/alarm.ts';
import { readModel } from './read-model.ts';

/** The alarms of the list (ALM-7), in the host's order; null until loaded. */
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

/**
 * Returns the number on the bell (ALM-8): the newest alarm's id minus that of the last one seen, at least 0.
 */
export function unseenAlarms(model: AlarmsModel, lastSeenAlarmId: number | null): number {
  return Math.max(0, newestAlarm(model) - (lastSeenAlarmId ?? 0));
}

/** Returns the id that marks all alarms as seen (ALM-9: the newest); null if nothing is unseen. */
export function unseenUpTo(model: AlarmsModel, lastSeenAlarmId: number | null): number | null {
  return unseenAlarms(model, lastSeenAlarmId) === 0 ? null : newestAlarm(model);
}
