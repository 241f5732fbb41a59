import * as v from 'valibot';

/**
 * An alarm as the list carries it (ALM-1). `FormattedTime` is 'YYYY-MM-DD HH:mm:ss' in the system's timezone.
 */
export const alarmSchema = v.object({
  id: v.number(),
  /** The receiver that raised it, to snooze it; none is named where it no longer exists. */
  rxId: v.optional(v.number()),
  AlarmCodeId: v.number(),
  alias: v.string(),
  siteName: v.string(),
  FormattedTime: v.string(),
  /** Raised while its receiver was snoozed (ALM-12). */
  snoozed: v.optional(v.boolean()),
  /** Of one that went offline: since when, as FormattedTime (ALM-5). */
  since: v.optional(v.string()),
});
export type Alarm = v.InferOutput<typeof alarmSchema>;

/** A receiver whose alarms are silenced until `snoozeUntil` (ms since the epoch). */
export const snoozeSchema = v.object({ rxId: v.number(), snoozeUntil: v.number() });

/** ALM-12: so many days ahead a snooze may end. */
export const maxSnoozeDays = 366;

/** ALM-7: how many alarms the list holds. */
export const alarmLimit = 25;

/** ALM-9: how long after the list was opened its alarms are marked as seen, in ms. */
export const seenDelayMs = 2_000;
