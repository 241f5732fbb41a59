import * as v from 'valibot';
import { snoozeSchema } from '../entities/alarm.ts';
import { researcher, viewer } from '../entities/role.ts';
import { calls } from './call.ts';
import { instantMs } from '../fields/instant-fields.ts';
import { someIds } from '../fields/query-fields.ts';
import { rowIds } from '../fields/value-fields.ts';
import { changedReply } from './edit-call.ts';

/** CALL-3: the snoozes of alarms. They are separate because Home does not need them when it loads. */
export const snoozeCalls = calls({
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
    reply: changedReply,
  },
  unsnoozeReceivers: {
    method: 'DELETE',
    path: '/api/mitashost/{mitasId}/alarms/rx-snooze-times',
    access: { role: researcher },
    query: v.object({ rxIds: someIds }),
    changes: true,
    reply: changedReply,
  },
});
