import type { Database } from '../../platform/store/database.ts';
import { formatTime } from '../../platform/timezone.ts';
import type { Handlers } from './call-handlers.ts';

/** CALL-3: alarms. */
export function alarms({ db }: Pick<Database, 'db'>): Handlers {
  return {
    async listAlarms({ system, query: { from, to, limit } }) {
      let rows = db.selectFrom('alarms').selectAll().where('system_id', '=', system.mitasId);
      if (from !== undefined) rows = rows.where('at', '>=', new Date(from));
      if (to !== undefined) rows = rows.where('at', '<=', new Date(to));
      const newest = await rows.orderBy('id', 'desc').limit(limit).execute();
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
