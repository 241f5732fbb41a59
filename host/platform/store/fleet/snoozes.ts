import { sql } from 'kysely';
import type { Db } from '../database.ts';

type OfSystem = Db & { systemId: string };

/** SQL that is true for a snooze that has not expired, by the database's clock. */
const lasts = sql<boolean>`snooze_until > clock_timestamp()`;

/**
 * Silences a receiver's alarms until a time (ms since 1970); null ends the silence. Returns until when they
 * were silenced before, or null.
 */
export async function setSnooze({ db, systemId }: OfSystem, rxId: number, until: number | null): Promise<number | null> {
  const before = await db
    .selectFrom('rx_snooze')
    .select('snooze_until')
    .where('rx_id', '=', rxId)
    .where(lasts)
    .executeTakeFirst();
  if (until === null) await db.deleteFrom('rx_snooze').where('rx_id', '=', rxId).execute();
  else {
    const snooze_until = new Date(until);
    await db
      .insertInto('rx_snooze')
      .values({ system_id: systemId, rx_id: rxId, snooze_until })
      .onConflict((conflict) => conflict.column('rx_id').doUpdateSet({ snooze_until }))
      .execute();
  }
  return before?.snooze_until.getTime() ?? null;
}

/**
 * Returns the snoozed receivers of the fleet, ordered by id, and until when (ms since 1970) they are snoozed.
 */
export async function snoozesOf({ db }: Db, systemId: string): Promise<{ rxId: number; snoozeUntil: number }[]> {
  const rows = await db
    .selectFrom('rx_snooze')
    .innerJoin('receivers', 'receivers.id', 'rx_snooze.rx_id')
    .select(['rx_id', 'snooze_until'])
    .where('rx_snooze.system_id', '=', systemId)
    .where('receivers.retired_at', 'is', null)
    .where(lasts)
    .orderBy('rx_id')
    .execute();
  return rows.map(({ rx_id, snooze_until }) => ({ rxId: rx_id, snoozeUntil: snooze_until.getTime() }));
}
