import type { Logger } from 'pino';
import type { Database } from '../../platform/store/database.ts';
import { alarmsPast } from '../../platform/store/fleet/alarm-history.ts';
import { timeFormatter } from '../../platform/timezone.ts';
import type { Handlers } from './call-handlers.ts';
import { alarmOfRow } from './alarm-of-row.ts';

/** Returns the handlers (CALL-3) for all alarms of a system and how long each lasted (ALP-1). */
export function alarmHistory(database: Pick<Database, 'reads'>, log: Logger) {
  const formatTime = timeFormatter(log);
  return {
    async listAlarmHistory({ caller, system, query, exchange }) {
      const { alarms, more } = await database.reads.read(caller.userId, exchange.gone(), (read) =>
        alarmsPast(read, system.mitasId, query),
      );
      const timeOf = (at: Date): string => formatTime(at, system.timezone);
      return {
        more,
        alarms: alarms.map((row) => ({
          ...alarmOfRow(row, timeOf),
          receiver: row.receiver,
          at: row.at.getTime(),
          sinceAt: (row.missed_since ?? row.at).getTime(),
          endedAt: row.ended_at?.getTime() ?? null,
          isLasting: row.is_lasting,
        })),
      };
    },
  } satisfies Partial<Handlers>;
}
