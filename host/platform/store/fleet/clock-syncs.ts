import { sql } from 'kysely';
import { receiverStatuses } from '#model/entities/receiver.ts';
import type { Db } from '../database.ts';
import { isOpen } from './command-states.ts';

/**
 * The interval (s, SYS-8) at which the clocks of a system's receivers are set, and the time (ms) since they
 * were last set.
 */
export type LastClockSync = { systemId: string; interval: number; agoMs: number };

/**
 * Returns the interval, and the time since it began, for every system that is not offline and not a replay.
 * For a new system, the interval begins now.
 */
export async function clockSyncs({ db }: Db): Promise<LastClockSync[]> {
  await sql`
    insert into clock_syncs (system_id, at) select id, clock_timestamp() from systems
    where not exists (select from clock_syncs where system_id = systems.id) order by id
    on conflict do nothing`.execute(db);
  const { rows } = await sql<LastClockSync>`
    select id as "systemId", clock_sync_interval as interval,
      (extract(epoch from clock_timestamp() - clock_syncs.at) * 1000)::float8 as "agoMs"
    from systems join clock_syncs on system_id = id where not offline and kind <> 'replay' order by id`.execute(db);
  return rows;
}

/** Begins the next interval. Returns false if another host has begun it since `agoMs` was read. */
export async function beginSync({ db }: Db, { systemId, agoMs }: LastClockSync): Promise<boolean> {
  const begun = await db
    .updateTable('clock_syncs')
    .set({ at: sql<Date>`clock_timestamp()` })
    .where('system_id', '=', systemId)
    // Of several hosts that read the same age, this is true for only one: after its update, the interval is
    // younger.
    .where(sql<boolean>`at <= clock_timestamp() - ${agoMs}::float8 * interval '1 ms'`)
    .returning('system_id')
    .executeTakeFirst();
  return begun !== undefined;
}

/** Returns the receivers of a system that are online and for which no command to set the clock is open. */
export async function syncedReceivers({ db }: Db, systemId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('receivers')
    .innerJoin('receiver_reports as report', 'report.rx_id', 'receivers.id')
    .select('receivers.id')
    .where('receivers.system_id', '=', systemId)
    .where('receivers.enabled', '=', true)
    .where('receivers.retired_at', 'is', null)
    .where('report.status', '=', receiverStatuses.online)
    .where(
      sql<boolean>`not exists (select from commands where commands.rx_id = receivers.id and type = 'rxSyncClock'
        and ${isOpen('commands.status')})`,
    )
    .orderBy('receivers.id')
    .execute();
  return rows.map(({ id }) => id);
}
