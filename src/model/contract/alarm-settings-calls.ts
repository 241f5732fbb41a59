import * as v from 'valibot';
import { asOfSchema } from '../changes/change.ts';
import { leastOfflineMinutes, mostOfflineMinutes } from '../entities/offline-alarm.ts';
import { administrator, viewer } from '../entities/role.ts';
import { calls } from './call.ts';
import { editCall } from './edit-call.ts';
import { whole } from '../fields/value-fields.ts';

/** CALL-3: the settings for raising alarms. Only the page that edits them requests them. */
export const alarmSettingsCalls = calls({
  getAlarmSettings: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/config/alarms',
    access: { role: viewer },
    reply: v.object({ asOf: asOfSchema, settings: v.object({ offlineAlarmMinutes: v.number() }) }),
  },
  setOfflineAlarm: editCall(
    administrator,
    'config/alarms',
    v.object({ offlineAlarmMinutes: whole(leastOfflineMinutes, mostOfflineMinutes) }),
  ),
});
