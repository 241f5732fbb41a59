import { sql } from 'kysely';
import type { Db } from '../database.ts';

/**
 * When a receiver went missing (ms since 1970; null: it is not missing), and whether an alarm reported it
 * gone (ALM-5).
 */
type Absence = { missedSince: number | null; goneAlarmed: boolean };

/** Returns how long (ms) a receiver of the system must be missing before an alarm is raised. */
export async function missedAfterMs({ db }: Db, systemId: string): Promise<number> {
  const { minutes } = await db
    .selectFrom('systems')
    .select('offline_alarm_minutes as minutes')
    .where('id', '=', systemId)
    .executeTakeFirstOrThrow();
  return minutes * 60_000;
}

/**
 * Returns when a receiver went missing, and whether an alarm reported it gone. The transaction must already
 * have locked its row in `receiver_reports`.
 */
export async function absenceOf({ db }: Db, rxId: number): Promise<Absence> {
  const row = await db
    .selectFrom('receiver_reports')
    .select(['missed_since', 'gone_alarmed'])
    .where('rx_id', '=', rxId)
    .executeTakeFirst();
  return { missedSince: row?.missed_since?.getTime() ?? null, goneAlarmed: row?.gone_alarmed ?? false };
}

/**
 * Stores when receivers went missing, and whether an alarm reported them gone. The transaction must already
 * have locked their rows in `receiver_reports`.
 */
export async function writeAbsences({ db }: Db, absences: readonly (Absence & { rxId: number })[]): Promise<void> {
  if (absences.length === 0) return;
  const since = absences.map(({ missedSince }) => (missedSince === null ? null : new Date(missedSince).toISOString()));
  await sql`
    update receiver_reports as report set missed_since = given.missed_since, gone_alarmed = given.gone_alarmed
    from unnest(${absences.map(({ rxId }) => rxId)}::integer[], ${since}::timestamptz[],
      ${absences.map(({ goneAlarmed }) => goneAlarmed)}::boolean[]) as given (rx_id, missed_since, gone_alarmed)
    where report.rx_id = given.rx_id`.execute(db);
}

/**
 * Locks the rows of some receivers in `receiver_reports`, and returns when they went missing, whether an
 * alarm reported them gone, and the limit for an alarm in minutes. Skips rows that another transaction has
 * locked, and disabled or retired receivers.
 */
export async function lockAbsences({ db }: Db, systemId: string, rxIds: readonly number[]) {
  const { rows } = await sql<{ rxId: number; since: Date | null; goneAlarmed: boolean; minutes: number }>`
    select rx_id as "rxId", missed_since as since, gone_alarmed as "goneAlarmed", offline_alarm_minutes as minutes
    from receiver_reports join receivers on receivers.id = rx_id join systems on systems.id = system_id
    where system_id = ${systemId} and rx_id = any(${rxIds}::integer[]) and enabled and retired_at is null
    order by rx_id for no key update of receiver_reports skip locked`.execute(db);
  return rows.map(({ since, ...row }) => ({ ...row, missedSince: since?.getTime() ?? null }));
}
