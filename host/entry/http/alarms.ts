import type { Logger } from 'pino';
import type { Db } from '../../platform/store/database.ts';
import { newestAlarms } from '../../platform/store/fleet/alarms.ts';
import { timeFormatter } from '../../platform/timezone.ts';
import type { Handlers } from './call-handlers.ts';

/** CALL-3: alarms. */
export function alarms(database: Db, log: Logger): Handlers {
  const formatTime = timeFormatter(log);
  return {
    async listAlarms({ system, query }) {
      const newest = await newestAlarms(database, system.mitasId, query);
      return {
        alarms: newest.map(({ id, alarm_code_id, alias, site_name, at }) => ({
          id,
          AlarmCodeId: alarm_code_id,
          alias,
          siteName: site_name,
          FormattedTime: formatTime(at, system.timezone),
        })),
      };
    },
  };
}
