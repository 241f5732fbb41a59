import * as v from 'valibot';
import { alarmSchema } from '../entities/alarm.ts';
import { viewer } from '../entities/role.ts';
import { calls } from './call.ts';
import { endsFirst } from '../fields/instant-fields.ts';
import { queryId, queryInstant, queryWhole } from '../fields/query-fields.ts';

/** The default number of alarms on a page of the history, and the most that a caller may request. */
export const alarmPage = 50;
export const maxAlarmsPerCall = 500;

/** An alarm and its outcome (ALP-1); times in ms since 1970. */
export const pastAlarmSchema = v.object({
  ...alarmSchema.entries,
  /** The receiver's current name, also for a beacon's alarm; null if the receiver no longer exists. */
  receiver: v.nullable(v.string()),
  at: v.number(),
  /**
   * When the problem began. A receiver or a beacon is missing for some time before its alarm is raised at
   * `at`.
   */
  sinceAt: v.number(),
  /** When the problem ended. Null if the alarm is ongoing or momentary, or if its end is unknown. */
  endedAt: v.nullable(v.number()),
  isLasting: v.boolean(),
});
export type PastAlarm = v.InferOutput<typeof pastAlarmSchema>;

/** The filters of the history (ALP-2). */
export const alarmHistoryQuery = {
  level: v.optional(queryWhole(1, 4)),
  code: v.optional(queryWhole(1_000, 4_999)),
  receiver: v.optional(queryId),
  from: v.optional(queryInstant),
  until: v.optional(queryInstant),
  lasting: v.optional(v.literal('yes')),
  snoozed: v.optional(v.picklist(['yes', 'no'])),
} as const;

/**
 * If set, a recovery is part of the row of the alarm that it ended (ALP-8), and a time filter finds that row
 * if the alarm lasted at any moment in the filtered time.
 */
const folded = v.optional(v.literal('yes'));

/** CALL-3: all alarms of a system. Only the alarms page requests them. */
export const alarmHistoryCalls = calls({
  listAlarmHistory: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/alarms/history',
    access: { role: viewer },
    query: v.pipe(
      v.object({
        ...alarmHistoryQuery,
        folded,
        /** Only alarms older than the one with this id. */
        before: v.optional(queryId),
        limit: v.optional(queryWhole(1, maxAlarmsPerCall), alarmPage),
      }),
      v.forward(
        v.check(({ from = 0, until = from }) => from <= until, endsFirst()),
        ['until'],
      ),
    ),
    reply: v.object({
      alarms: v.array(pastAlarmSchema),
      /** True if there are older alarms. */
      more: v.boolean(),
    }),
  },
});
