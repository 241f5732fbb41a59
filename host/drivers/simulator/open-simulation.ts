import type { Kysely } from 'kysely';
import { change } from '../../platform/changes/change.ts';
import type { ChangeWriter } from '../../platform/changes/change-writer.ts';
import type { Database } from '../../platform/store/database.ts';
import type { Schema } from '../../platform/store/schema.ts';
import { chronicle, judgedBefore } from './chronicle.ts';
import { foundStudy } from './found-study.ts';
import { statusAt } from './outages.ts';
import { recordChanges, type Told } from './telling.ts';
import type { World } from './world.ts';
import { makeWorld } from './worlds.ts';

/** In a study that is made with its past, the alarms of this last stretch (ms) are news to its people; what came before they have seen. */
const freshMs = 6 * 3_600_000;

/** How far back a simulated study's history goes (SIM-3: 14 days). */
export const historyMs = 14 * 86_400_000;

/** A simulation as it stands in the database: its world, its receivers' ids by number, and the time up to which all is told. */
export type OpenSimulation = { world: World; rxIds: number[]; liveTo: number };

/**
 * Opens the simulation of a system at `now` (ms), founding it when it is new. What happened while nobody looked (the 14 days before
 * a first start, or the time since the last) is told at once as states and alarms; its contacts are left for the background.
 * The seed counts on the first start only: a founded study keeps its own.
 */
export async function openSimulation(
  database: Pick<Database, 'db' | 'pool'>,
  systemId: string,
  seed: number,
  now: number,
): Promise<OpenSimulation> {
  const known = await database.db.transaction().execute((db) => goOn(db, systemId, now));
  if (known !== undefined) return known;
  const world = makeWorld(systemId, seed, now);
  const { reply: rxIds } = await change(database, { systemId, by: null, through: 'simulator' }, (writer) =>
    foundSimulation(writer, world, now),
  );
  return { world, rxIds, liveTo: now };
}

/** The simulation that was founded before, with what happened since it was told last. */
async function goOn(db: Kysely<Schema>, systemId: string, now: number): Promise<OpenSimulation | undefined> {
  const found = await db.selectFrom('simulations').selectAll().where('system_id', '=', systemId).forUpdate().executeTakeFirst();
  if (found === undefined) return undefined;
  const world = makeWorld(systemId, found.seed, found.live_from.getTime());
  const from = Math.max(found.live_to.getTime(), now - historyMs);
  if (from < now) await tellPast(db, systemId, world, found.rx_ids, from, now);
  return { world, rxIds: found.rx_ids, liveTo: Math.max(from, now) };
}

/** Its sites and receivers are one change; the rest is no system's to tell, and stands or falls with it. */
async function foundSimulation(writer: ChangeWriter, world: World, now: number): Promise<number[]> {
  const { db, systemId } = writer;
  const rxIds = await foundStudy(writer, world);
  await db
    .insertInto('simulations')
    .values({ system_id: systemId, seed: world.seed, live_from: new Date(now), live_to: new Date(now), rx_ids: rxIds })
    .execute();
  await tellPast(db, systemId, world, rxIds, now - historyMs, now);
  await markSeen(db, systemId, now - freshMs);
  return rxIds;
}

/** Marks what was raised before `time` (ms) as seen by everybody who belongs to the study. */
async function markSeen(db: Kysely<Schema>, systemId: string, time: number): Promise<void> {
  const { seen } = await db
    .selectFrom('alarms')
    .select((row) => row.fn.max('id').as('seen'))
    .where('system_id', '=', systemId)
    .where('at', '<', new Date(time))
    .executeTakeFirstOrThrow();
  if (seen === null) return;
  await db.updateTable('memberships').set({ last_seen_alarm_id: seen }).where('system_id', '=', systemId).execute();
}

/** States and alarms of a past stretch are few and are told in order; contacts are many and wait (`simulation_history`). */
async function tellPast(
  db: Kysely<Schema>,
  systemId: string,
  world: World,
  rxIds: readonly number[],
  from: number,
  to: number,
): Promise<void> {
  const enabled = await db
    .selectFrom('receivers')
    .select('id')
    .where('system_id', '=', systemId)
    .where('enabled', '=', true)
    .execute();
  const working = new Set(enabled.map((row) => row.id));
  const told = world.receivers.flatMap((receiver): Told[] => {
    const rxId = rxIds[receiver.key];
    if (rxId === undefined || !working.has(rxId)) return [];
    const past = chronicle(world, receiver, judgedBefore(world, receiver, from), from, to);
    // The state it was in when nobody looked yet, so that a timeline has something to start from.
    const changes = [{ ts: from, status: statusAt(world, receiver, from) }, ...past.changes.filter(({ ts }) => ts > from)];
    return [{ ...past, changes, receiver, rxId }];
  });
  await recordChanges(db, systemId, world, told);
  await addHistory(db, systemId, from, to);
  await db
    .updateTable('simulations')
    .set({ live_to: new Date(to) })
    .where('system_id', '=', systemId)
    .execute();
}

/** Leaves the contacts of a stretch (ms) for the background. */
export async function addHistory(db: Kysely<Schema>, systemId: string, from: number, to: number): Promise<void> {
  await db
    .insertInto('simulation_history')
    .values({ system_id: systemId, starts: new Date(from), ends: new Date(to) })
    .onConflict((conflict) =>
      conflict.columns(['system_id', 'starts']).doUpdateSet((row) => ({ ends: row.ref('excluded.ends') })),
    )
    .execute();
}
