import * as v from 'valibot';
import { changeReply } from '../changes/change.ts';
import { alarmLimit, alarmSchema, snoozeSchema } from '../entities/alarm.ts';
import { researcher, viewer } from '../entities/role.ts';
import { calls } from './call.ts';
import { message } from './fields.ts';
import { rowIds } from './value-fields.ts';
import { endsFirst, instantMs } from './instant-fields.ts';
import { queryInstant, queryWhole, someIds } from './query-fields.ts';

const changed = v.object({ ...message.entries, ...changeReply });

/** CALL-3: alarms and their snoozes. */
export const alarmCalls = calls({
  listAlarms: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/alarms',
    access: { role: viewer },
    query: v.pipe(
      v.object({
        from: v.optional(queryInstant),
        to: v.optional(queryInstant),
        limit: v.optional(queryWhole(1, 500), alarmLimit),
      }),
      v.forward(
        v.check(({ from = 0, to = from }) => from <= to, endsFirst()),
        ['to'],
      ),
    ),
    reply: v.object({ alarms: v.array(alarmSchema) }),
  },
  listSnoozes: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/alarms/rx-snooze-times',
    access: { role: viewer },
    reply: v.object({ snoozeTimes: v.array(snoozeSchema) }),
  },
  snoozeReceivers: {
    method: 'PUT',
    path: '/api/mitashost/{mitasId}/alarms/rx-snooze-times',
    access: { role: researcher },
    body: v.object({ rxIds: rowIds, snoozeUntil: instantMs }),
    changes: true,
    reply: changed,
  },
  unsnoozeReceivers: {
    method: 'DELETE',
    path: '/api/mitashost/{mitasId}/alarms/rx-snooze-times',
    access: { role: researcher },
    query: v.object({ rxIds: someIds }),
    changes: true,
    reply: changed,
  },
});
