import { notAuthorized } from '../../platform/api-error.ts';
import { readAsOf } from '../../platform/changes/read-changes.ts';
import { findSystem } from '../../platform/store/accounts/systems.ts';
import type { Database } from '../../platform/store/database.ts';
import type { Handlers } from './call-handlers.ts';
import { quickEdit } from './console-change.ts';

/** Returns the handlers (CALL-3) for the settings that decide when a system raises alarms (ALM-5). */
export function alarmSettings(database: Pick<Database, 'db' | 'pool'>) {
  return {
    async getAlarmSettings({ system }) {
      return readAsOf(database, system.mitasId, async (db, { epoch, revision }) => {
        const found = await findSystem({ db }, system.mitasId);
        if (found === undefined) throw notAuthorized();
        return { asOf: { epoch, revision }, settings: { offlineAlarmMinutes: found.offline_alarm_minutes } };
      });
    },

    async setOfflineAlarm(call) {
      const found = await findSystem(database, call.system.mitasId);
      if (found === undefined) throw notAuthorized();
      const { offlineAlarmMinutes } = call.body;
      return quickEdit(database, { ...call, params: { id: found.number } }, 'system.offlineAlarmChanged', {
        offlineAlarmMinutes,
      });
    },
  } satisfies Partial<Handlers>;
}
