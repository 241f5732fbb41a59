import * as v from 'valibot';

/** An alarm in the list (ALM-1). `FormattedTime` is 'YYYY-MM-DD HH:mm:ss' in the system's timezone. */
export const alarmSchema = v.object({
  id: v.number(),
  /** The receiver that raised it, for snoozing; absent if it no longer exists. */
  rxId: v.optional(v.number()),
  AlarmCodeId: v.number(),
  alias: v.string(),
  siteName: v.string(),
  FormattedTime: v.string(),
  /** True if it was raised while its receiver was snoozed (ALM-12). */
  snoozed: v.optional(v.boolean()),
  /**
   * For an alarm about a receiver that went offline: when it went offline, in the format of `FormattedTime`
   * (ALM-5).
   */
  since: v.optional(v.string()),
});
export type Alarm = v.InferOutput<typeof alarmSchema>;

/** A receiver whose alarms are silenced until `snoozeUntil` (ms since 1970). */
export const snoozeSchema = v.object({ rxId: v.number(), snoozeUntil: v.number() });

/** ALM-12: the most days that a snooze may last. */
export const maxSnoozeDays = 366;

/** ALM-7: the most alarms in the list. */
export const alarmLimit = 25;

/** ALM-9: how long after the list is opened its alarms are marked as seen, in ms. */
export const seenDelayMs = 2_000;
