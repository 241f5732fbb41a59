import type { Insertable } from 'kysely';
import type { Db } from '../database.ts';
import type { Schema } from '../schema.ts';

export type NewAlarm = Insertable<Schema['alarms']>;

const rowsPerInsert = 2_000;

/** Writes alarms, in the order in which they were raised. */
export async function addAlarms({ db }: Db, alarms: readonly NewAlarm[]): Promise<void> {
  for (let start = 0; start < alarms.length; start += rowsPerInsert)
    await db
      .insertInto('alarms')
      .values(alarms.slice(start, start + rowsPerInsert))
      .execute();
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
