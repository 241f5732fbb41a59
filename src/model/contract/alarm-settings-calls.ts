import * as v from 'valibot';
import { asOfSchema, changeReply } from '../changes/change.ts';
import { leastOfflineMinutes, mostOfflineMinutes } from '../entities/offline-alarm.ts';
import { administrator, viewer } from '../entities/role.ts';
import { calls } from './call.ts';
import { message } from '../fields/fields.ts';
import { whole } from '../fields/value-fields.ts';

/** CALL-3: how a system's alarms are raised; asked for where that is set, and nowhere before. */
export const alarmSettingsCalls = calls({
  getAlarmSettings: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/config/alarms',
    access: { role: viewer },
    reply: v.object({ asOf: asOfSchema, settings: v.object({ offlineAlarmMinutes: v.number() }) }),
  },
  setOfflineAlarm: {
    method: 'PATCH',
    path: '/api/mitashost/{mitasId}/config/alarms',
    access: { role: administrator },
    body: v.object({ offlineAlarmMinutes: whole(leastOfflineMinutes, mostOfflineMinutes) }),
    changes: true,
    reply: v.object({ ...message.entries, ...changeReply }),
  },
});
