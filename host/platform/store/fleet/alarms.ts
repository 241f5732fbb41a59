import type { Insertable } from 'kysely';
import type { Db } from '../database.ts';
import { inBatches } from '../in-batches.ts';
import type { DatabaseSchema } from '../schema.ts';

export type NewAlarm = Insertable<DatabaseSchema['alarms']>;

/** Writes alarms, in the order in which they were raised. */
export async function addAlarms({ db }: Db, alarms: readonly NewAlarm[]): Promise<void> {
  await inBatches(alarms, (some) => db.insertInto('alarms').values(some).execute());
}

/**
 * The newest `limit` alarms of a system, newest first; `from` and `to` in ms since the epoch, both included.
 */
export function newestAlarms(
  { db }: Db,
  systemId: string,
  { from, to, limit }: { from?: number | undefined; to?: number | undefined; limit: number },
) {
  let rows = db.selectFrom('alarms').selectAll().where('system_id', '=', systemId);
  if (from !== undefined) rows = rows.where('at', '>=', new Date(from));
  if (to !== undefined) rows = rows.where('at', '<=', new Date(to));
  return rows.orderBy('id', 'desc').limit(limit).execute();
}

/** Which of some alarms a receiver raised last; null where it raised none of them. */
export async function lastAlarmOf({ db }: Db, systemId: string, rxId: number, codes: readonly number[]): Promise<number | null> {
  const row = await db
    .selectFrom('alarms')
    .select('alarm_code_id')
    .where('system_id', '=', systemId)
    .where('rx_id', '=', rxId)
    .where('alarm_code_id', 'in', codes)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.alarm_code_id ?? null;
}
