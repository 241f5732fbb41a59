import { sql } from 'kysely';
import type { Db } from '../database.ts';
import { inBatches } from '../in-batches.ts';
import type { Setup } from '../schema.ts';

/** The setup with which a receiver hears from `since` (ms) on; null if it hears nothing. */
export type SetupSince = { rxId: number; since: number; setup: Setup | null };

/**
 * Returns the setups of a system's receivers that apply between `from` and `to` (ms), in the order of time:
 * for each receiver, the one in force at `from` and all later ones.
 */
export async function setupsWithin({ db }: Db, systemId: string, from: number, to: number): Promise<SetupSince[]> {
  const rows = await db
    .selectFrom('simulated_setups as one')
    .select(['one.rx_id', 'one.since', 'one.setup'])
    .where('one.system_id', '=', systemId)
    .where('one.since', '<', new Date(to))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('simulated_setups as later')
            .select('later.since')
            .whereRef('later.system_id', '=', 'one.system_id')
            .whereRef('later.rx_id', '=', 'one.rx_id')
            .whereRef('later.since', '>', 'one.since')
            .where('later.since', '<=', new Date(from)),
        ),
      ),
    )
    .orderBy('one.since')
    .orderBy('one.rx_id')
    .execute();
  return rows.map(({ rx_id, since, setup }) => ({ rxId: rx_id, since: since.getTime(), setup }));
}

/** Returns the present setup of each receiver of a system. */
export async function newestSetups({ db }: Db, systemId: string): Promise<SetupSince[]> {
  const rows = await db
    .selectFrom('simulated_setups')
    .distinctOn('rx_id')
    .select(['rx_id', 'since', 'setup'])
    .where('system_id', '=', systemId)
    .orderBy('rx_id')
    .orderBy('since', 'desc')
    .execute();
  return rows.map(({ rx_id, since, setup }) => ({ rxId: rx_id, since: since.getTime(), setup }));
}

/** Stores new setups. Deletes those that no stretch that must still be simulated needs. */
export async function noteSetups({ db }: Db, systemId: string, setups: readonly SetupSince[]): Promise<void> {
  const rows = setups.map(({ rxId, since, setup }) => ({
    system_id: systemId,
    rx_id: rxId,
    since: new Date(since),
    setup: setup === null ? null : JSON.stringify(setup),
  }));
  await inBatches(rows, (some) =>
    db
      .insertInto('simulated_setups')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['system_id', 'rx_id', 'since']).doUpdateSet((row) => ({ setup: row.ref('excluded.setup') })),
      )
      .execute(),
  );
  await sql`
    with needed as (
      select simulations.rx_ids, coalesce(min(missing.starts), simulations.live_to) as starts
      from simulations left join simulation_history as missing using (system_id)
      where simulations.system_id = ${systemId} group by simulations.system_id
    )
    delete from simulated_setups as old using needed
    where old.system_id = ${systemId} and old.since <= needed.starts and (
      -- One that joined and has no row hears nothing either.
      (old.setup is null and old.rx_id <> all(needed.rx_ids))
      or exists (
        select from simulated_setups as later
        where later.system_id = old.system_id and later.rx_id = old.rx_id and later.since > old.since and later.since <= needed.starts))`.execute(
    db,
  );
}
