import type { Logger } from 'pino';
import { maxSnoozeDays } from '#model/entities/alarm.ts';
import { invalidRequest } from '../../platform/api-error.ts';
import type { Database } from '../../platform/store/database.ts';
import { newestAlarms } from '../../platform/store/fleet/alarms.ts';
import { snoozesOf } from '../../platform/store/fleet/snoozes.ts';
import { timeFormatter } from '../../platform/timezone.ts';
import { alarmOfRow } from './alarm-of-row.ts';
import type { ChangeReply, Handlers } from './call-handlers.ts';
import { type Asking, consoleChange } from './console-change.ts';

/** Returns the handlers (CALL-3) for alarms and their snoozes. */
export function alarms(database: Pick<Database, 'db' | 'pool'>, log: Logger) {
  const formatTime = timeFormatter(log);
  return {
    async listAlarms({ system, query }) {
      const newest = await newestAlarms(database, system.mitasId, query);
      const timeOf = (at: Date): string => formatTime(at, system.timezone);
      return { alarms: newest.map((row) => alarmOfRow(row, timeOf)) };
    },

    async listSnoozes({ system }) {
      return { snoozeTimes: await snoozesOf(database, system.mitasId) };
    },

    async snoozeReceivers(call) {
      const { rxIds, snoozeUntil } = call.body;
      return snoozeEach(database, call, rxIds, snoozeUntil);
    },

    unsnoozeReceivers: (call) => snoozeEach(database, call, call.query.rxIds, null),
  } satisfies Partial<Handlers>;
}

/**
 * Snoozes all of the receivers or none. The refusal names a receiver that is retired or not in the system.
 */
async function snoozeEach(
  database: Pick<Database, 'db' | 'pool'>,
  call: Asking,
  rxIds: readonly number[],
  until: number | null,
): Promise<ChangeReply> {
  const ids = [...new Set(rxIds)];
  const { reply: _, ...done } = await consoleChange(database, call, async (writer) => {
    // Check inside the change, so that a late repeat still gets the answer of the first call (CHG-5).
    if (until !== null) refuseTime(until);
    await writer.lock('receiver', ids);
    for (const id of ids) await writer.snooze(id, until);
  });
  return done;
}

/**
 * Checks the end of a snooze.
 * @throws ApiError 400 for a time in the past or too far ahead (ALM-12).
 */
function refuseTime(snoozeUntil: number): void {
  const aheadMs = snoozeUntil - Date.now();
  if (aheadMs <= 0) throw invalidRequest('The time until which it was to last is over', 'snoozeUntil');
  if (aheadMs > maxSnoozeDays * 86_400_000) throw invalidRequest(`A snooze lasts at most ${maxSnoozeDays} days`, 'snoozeUntil');
}
