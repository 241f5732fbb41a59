import type { Db } from '../database.ts';
import type { SimulatedManners } from '../schema-commands.ts';

/**
 * A stored simulation; times in ms since 1970. `obeys` is false if an older version, whose receivers ignored
 * their settings, created it and the settings were not set since. `edition`: the edition of the plans with
 * which it was created (SIM-1).
 */
export type StoredSimulation = {
  seed: number;
  liveFrom: number;
  liveTo: number;
  rxIds: number[];
  obeys: boolean;
  edition: number;
};

/** Returns the simulation of a system; undefined if it has none. */
export async function findSimulation({ db }: Db, systemId: string): Promise<StoredSimulation | undefined> {
  const found = await db.selectFrom('simulations').selectAll().where('system_id', '=', systemId).executeTakeFirst();
  if (found === undefined) return undefined;
  const { seed, live_from, live_to, rx_ids, obeys, edition } = found;
  return { seed, liveFrom: live_from.getTime(), liveTo: live_to.getTime(), rxIds: rx_ids, obeys, edition };
}

export async function addSimulation({ db }: Db, systemId: string, simulation: StoredSimulation): Promise<void> {
  const { seed, liveFrom, liveTo, rxIds, obeys, edition } = simulation;
  await db
    .insertInto('simulations')
    .values({
      system_id: systemId,
      seed,
      live_from: new Date(liveFrom),
      live_to: new Date(liveTo),
      rx_ids: rxIds,
      obeys,
      edition,
    })
    .execute();
}

/** Records that the receivers of a simulation follow their settings from now on. */
export async function noteObeys({ db }: Db, systemId: string): Promise<void> {
  await db.updateTable('simulations').set({ obeys: true }).where('system_id', '=', systemId).execute();
}

/** Returns how a simulation's receivers respond to commands, if a test has set that; otherwise null. */
export async function mannersOf({ db }: Db, systemId: string): Promise<SimulatedManners | null> {
  const found = await db.selectFrom('simulations').select('manners').where('system_id', '=', systemId).executeTakeFirst();
  return found?.manners ?? null;
}

/** Stores the time (ms) up to which all events of a simulation are stored. */
export async function noteLiveTo({ db }: Db, systemId: string, liveTo: number): Promise<void> {
  await db
    .updateTable('simulations')
    .set({ live_to: new Date(liveTo) })
    .where('system_id', '=', systemId)
    .execute();
}

/** A stretch of time (ms) whose contacts must still be simulated. */
export type MissingStretch = { starts: number; ends: number };

/** Returns the newest stretch with missing contacts, or null. */
export async function newestMissingStretch({ db }: Db, systemId: string): Promise<MissingStretch | null> {
  const row = await db
    .selectFrom('simulation_history')
    .select(['starts', 'ends'])
    .where('system_id', '=', systemId)
    .orderBy('ends', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { starts: row.starts.getTime(), ends: row.ends.getTime() };
}

/** Records a stretch whose contacts will be simulated in the background. */
export async function addMissingStretch({ db }: Db, systemId: string, { starts, ends }: MissingStretch): Promise<void> {
  await db
    .insertInto('simulation_history')
    .values({ system_id: systemId, starts: new Date(starts), ends: new Date(ends) })
    .onConflict((conflict) =>
      conflict.columns(['system_id', 'starts']).doUpdateSet((row) => ({ ends: row.ref('excluded.ends') })),
    )
    .execute();
}

/**
 * Moves the end of a stretch to an earlier time, never to a later one. Deletes the stretch if it is then
 * empty.
 */
export async function shortenMissingStretch({ db }: Db, systemId: string, { starts, ends }: MissingStretch): Promise<void> {
  const start = new Date(starts);
  if (ends > starts)
    await db
      .updateTable('simulation_history')
      .set({ ends: new Date(ends) })
      .where('system_id', '=', systemId)
      .where('starts', '=', start)
      .where('ends', '>', new Date(ends))
      .execute();
  else await db.deleteFrom('simulation_history').where('system_id', '=', systemId).where('starts', '=', start).execute();
}
