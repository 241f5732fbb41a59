import * as v from 'valibot';
import { alarmSchema } from '../entities/alarm.ts';
import { viewer } from '../entities/role.ts';
import { calls } from './call.ts';
import { endsFirst } from '../fields/instant-fields.ts';
import { queryId, queryInstant, queryWhole } from '../fields/query-fields.ts';

/** How many alarms a page of the history holds, and the most that one may ask for. */
export const alarmPage = 50;
export const maxAlarmsPerCall = 500;

/** An alarm with what became of it (ALP-1); times in ms since the epoch. */
export const pastAlarmSchema = v.object({
  ...alarmSchema.entries,
  /** What its receiver is called now, also of a beacon's alarm; null where it no longer exists. */
  receiver: v.nullable(v.string()),
  at: v.number(),
  /** Since when it was so: a receiver or a beacon is missed for a while before the alarm is raised. */
  sinceAt: v.number(),
  /** When its receiver was well again; null of what lasts, of what is of a moment, and where nobody knows. */
  endedAt: v.nullable(v.number()),
  isLasting: v.boolean(),
});
export type PastAlarm = v.InferOutput<typeof pastAlarmSchema>;

/** What the history may be asked for (ALP-2). */
export const alarmHistoryQuery = {
  level: v.optional(queryWhole(1, 4)),
  code: v.optional(queryWhole(1_000, 4_999)),
  receiver: v.optional(queryId),
  from: v.optional(queryInstant),
  until: v.optional(queryInstant),
  lasting: v.optional(v.literal('yes')),
  snoozed: v.optional(v.picklist(['yes', 'no'])),
} as const;

/** ALP-8: a recovery is in the row of the alarm that it ended; any time at which that lasted finds it. */
const folded = v.optional(v.literal('yes'));

/** CALL-3: all alarms of a system, which only the page of alarms asks for. */
export const alarmHistoryCalls = calls({
  listAlarmHistory: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/alarms/history',
    access: { role: viewer },
    query: v.pipe(
      v.object({
        ...alarmHistoryQuery,
        folded,
        /** Older than the alarm of that id. */
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
      /** True where older ones follow. */
      more: v.boolean(),
    }),
  },
});
