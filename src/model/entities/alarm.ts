import * as v from 'valibot';

/** An alarm as the list carries it (spec §3). `FormattedTime` is 'YYYY-MM-DD HH:mm:ss' in the system's timezone. */
export const alarmSchema = v.object({
  id: v.number(),
  AlarmCodeId: v.number(),
  alias: v.string(),
  siteName: v.string(),
  FormattedTime: v.string(),
});

/** A receiver whose alarms are silenced until `snoozeUntil` (ms since the epoch). */
export const snoozeSchema = v.object({ rxId: v.number(), snoozeUntil: v.number() });

/** Spec §7, §9. */
export const alarmLimit = 25;
