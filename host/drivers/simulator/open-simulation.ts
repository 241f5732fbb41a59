import { change } from '../../platform/changes/change.ts';
import type { ChangeWriter } from '../../platform/changes/change-writer.ts';
import { markAllSeen } from '../../platform/store/accounts/memberships.ts';
import { type Database, type Db, inTransaction } from '../../platform/store/database.ts';
import { receiverStandings } from '../../platform/store/fleet/receivers.ts';
import { newestSetups, type SetupSince } from '../../platform/store/fleet/simulated-setups.ts';
import { addMissingStretch, addSimulation, findSimulation, noteLiveTo } from '../../platform/store/fleet/simulations.ts';
import { longChronicle } from './chronicle.ts';
import { configurePlanned, foundStudy } from './found-study.ts';
import { hardwareOf, keyOf } from './members.ts';
import { statusAt } from './outages.ts';
import { recordPasts, type ReceiverPast } from './receiver-pasts.ts';
import { modelOf } from './setups.ts';
import type { World } from './world.ts';
import { makeWorld } from './worlds.ts';

/**
 * In a study that is made with its past, the alarms of this last stretch (ms) are new to its people; what
 * came before they have seen.
 */
const freshMs = 6 * 3_600_000;

/** How far back a simulated study's history goes (SIM-3: 14 days). */
export const historyMs = 14 * 86_400_000;

/**
 * A simulation as it stands in the database: its world, the ids of the receivers of its plan, the time up to
 * which all is stored, and the setups that were noted last.
 */
export type OpenSimulation = { world: World; rxIds: number[]; liveTo: number; setups: SetupSince[] };

/**
 * Opens the simulation of a system at `now` (ms), founding it when it is new. What happened while nobody
 * looked (the 14 days before a first start, or the time since the last) is written at once as states and
 * alarms; its contacts are left for the background. The seed counts on the first start only: a founded study
 * keeps its own.
 */
export async function openSimulation(
  database: Pick<Database, 'db' | 'pool'>,
  systemId: string,
  seed: number,
  now: number,
): Promise<OpenSimulation> {
  const known = await inTransaction(database, (db) => goOn(db, systemId, now));
  if (known !== undefined) {
    if (!known.obeys) await configurePlanned(database, systemId, known);
    return known;
  }
  const world = makeWorld(systemId, seed, now);
  const { reply: rxIds } = await change(database, { systemId, by: null, through: 'simulator' }, (writer) =>
    foundSimulation(writer, world, now),
  );
  return { world, rxIds, liveTo: now, setups: [] };
}

/** The simulation that was founded before, with what happened since it was stored last. */
async function goOn(db: Db, systemId: string, now: number): Promise<(OpenSimulation & { obeys: boolean }) | undefined> {
  const found = await findSimulation(db, systemId);
  if (found === undefined) return undefined;
  const world = makeWorld(systemId, found.seed, found.liveFrom);
  const from = Math.max(found.liveTo, now - historyMs);
  if (from < now) await writePast(db, systemId, { world, rxIds: found.rxIds }, from, now);
  const setups = await newestSetups(db, systemId);
  return { world, rxIds: found.rxIds, liveTo: Math.max(from, now), setups, obeys: found.obeys };
}

/** Its sites and receivers are one change; the rest is no system's thing, and stands or falls with it. */
async function foundSimulation(writer: ChangeWriter, world: World, now: number): Promise<number[]> {
  const { systemId } = writer;
  const rxIds = await foundStudy(writer, world);
  await addSimulation(writer, systemId, { seed: world.seed, liveFrom: now, liveTo: now, rxIds, obeys: true });
  await writePast(writer, systemId, { world, rxIds }, now - historyMs, now);
  await markAllSeen(writer, systemId, now - freshMs);
  return rxIds;
}

/**
 * States and alarms of a past stretch are few and are written in order; contacts are many and wait
 * (`simulation_history`).
 */
async function writePast(
  db: Db,
  systemId: string,
  populated: Pick<OpenSimulation, 'world' | 'rxIds'>,
  from: number,
  to: number,
): Promise<void> {
  const { world, rxIds } = populated;
  const standings = await receiverStandings(db, systemId);
  // One that joined while nobody looked has no past: its first step finds it.
  const working = standings.filter(({ id, enabled, status }) => enabled && (rxIds.includes(id) || status !== null));
  const pasts: ReceiverPast[] = [];
  for (const standing of working) {
    const key = keyOf(rxIds, standing.id);
    const receiver = hardwareOf(world, key, modelOf(populated, key, standing));
    const past = await longChronicle(world, receiver, from, to);
    // The state it was in when nobody looked yet, so that a timeline has something to start from.
    const changes = [{ ts: from, status: statusAt(world, receiver, from) }, ...past.changes.filter(({ ts }) => ts > from)];
    pasts.push({ ...past, changes, receiver, rxId: standing.id });
  }
  await recordPasts(db, systemId, pasts);
  await addMissingStretch(db, systemId, { starts: from, ends: to });
  await noteLiveTo(db, systemId, to);
}
