import type { Lease } from '../../platform/leases/leases.ts';
import { change } from '../../platform/changes/change.ts';
import { markAllSeen } from '../../platform/store/accounts/memberships.ts';
import { type Database, type Db, inTransaction } from '../../platform/store/database.ts';
import type { NewAlarm } from '../../platform/store/fleet/alarms.ts';
import { simulatedReceivers } from '../../platform/store/fleet/receivers.ts';
import { actionsDone } from '../../platform/store/fleet/simulated-actions.ts';
import { newestSetups, type SetupSince } from '../../platform/store/fleet/simulated-setups.ts';
import { missedAfterMs } from '../../platform/store/fleet/absences.ts';
import { addMissingStretch, addSimulation, findSimulation, noteLiveTo } from '../../platform/store/fleet/simulations.ts';
import { judgedAs, judgedBefore, longChronicle } from './chronicle.ts';
import { withActions } from './actions.ts';
import { configurePlanned, foundStudy } from './found-study.ts';
import { firstJoinedKey, hardwareOf, keyOf } from './members.ts';
import { foundModems } from './modems.ts';
import { layRiver } from './river-layer.ts';
import { statusAt } from './outages.ts';
import { recordPasts, recordAbsences, type ReceiverPast } from './receiver-pasts.ts';
import { modelOf } from './setups.ts';
import type { World } from './world.ts';
import { alarmsOfSilences, keepSilences, silencesOf } from './silent-beacons.ts';
import { makeWorld, newestEdition } from './worlds.ts';

/** In a new study with a past, only alarms of this last period (ms) are new. Earlier ones count as seen. */
const freshMs = 6 * 3_600_000;

/** How far back a simulated study's history goes (SIM-3: 14 days). */
export const historyMs = 14 * 86_400_000;

/**
 * A simulation as stored: its world, the ids of its planned receivers and modems, the time (ms) up to which
 * everything is stored, and the latest setups.
 */
export type OpenSimulation = { world: World; rxIds: number[]; modemIds: number[]; liveTo: number; setups: SetupSince[] };

/** The lease that each transaction here must hold (HOST-12). */
type Right = Pick<Lease, 'hold'>;

/**
 * Opens the simulation of a system at `now` (ms), and founds it if it is new. The states and alarms of the
 * past (14 days before the first start, or the time since the last stop) are written at once; the contacts
 * follow in the background. `seed` and the newest edition of the plans apply only to a new study: an existing
 * one keeps its own.
 * @throws LeaseLostError if another host may simulate the system now. A study is founded in one transaction,
 * so it is complete even then.
 */
export async function openSimulation(
  database: Pick<Database, 'db' | 'pool'>,
  systemId: string,
  seed: number,
  now: number,
  lease: Right,
): Promise<OpenSimulation> {
  const opened = await foundedOrFound(database, systemId, seed, now, lease);
  await layRiver(database, systemId, opened.world, lease);
  return opened;
}

async function foundedOrFound(
  database: Pick<Database, 'db' | 'pool'>,
  systemId: string,
  seed: number,
  now: number,
  lease: Right,
): Promise<OpenSimulation> {
  const found = await findSimulation(database, systemId);
  if (found === undefined) return foundSimulation(database, systemId, makeWorld(systemId, seed, now), now, lease);
  const { rxIds } = found;
  const planned = makeWorld(systemId, found.seed, found.liveFrom, found.edition);
  const world = withActions(planned, rxIds, await actionsDone(database, systemId));
  const from = Math.max(found.liveTo, now - historyMs);
  const lived = from < now ? await livesOf(database, systemId, { world, rxIds }, from, now) : null;
  const modemIds = await inTransaction(database, async (transaction) => {
    await lease.hold(transaction);
    if (lived !== null) await writePast(transaction, systemId, rxIds, lived);
    return foundModems(transaction, systemId, world, { from, to: Math.max(from, now) }, historyMs);
  });
  if (!found.obeys) await configurePlanned(database, systemId, { world, rxIds }, lease);
  return { world, rxIds, modemIds, liveTo: Math.max(from, now), setups: await newestSetups(database, systemId) };
}

/** Creates sites and receivers as one change of the system, and everything else in the same transaction. */
async function foundSimulation(
  database: Pick<Database, 'db' | 'pool'>,
  systemId: string,
  world: World,
  now: number,
  lease: Right,
): Promise<OpenSimulation> {
  const lived = await livesOf(database, systemId, { world, rxIds: [] }, now - historyMs, now);
  const silences = silencesOf(world);
  const { reply } = await change(database, { systemId, by: null, through: 'simulator' }, async (writer) => {
    await lease.hold(writer);
    const founded = await foundStudy(writer, world);
    const times = { liveFrom: now, liveTo: now };
    await addSimulation(writer, systemId, { seed: world.seed, ...times, rxIds: founded, obeys: true, edition: newestEdition });
    await writePast(writer, systemId, founded, lived, alarmsOfSilences(silences, founded));
    await keepSilences(writer, systemId, silences, founded);
    await markAllSeen(writer, systemId, now - freshMs);
    const modemIds = await foundModems(writer, systemId, world, { from: now - historyMs, to: now }, historyMs);
    return { rxIds: founded, modemIds };
  });
  return { world, ...reply, liveTo: now, setups: [] };
}

/** The events of receivers in a period (ms), by their keys. */
type Lives = { from: number; to: number; pasts: ReadonlyMap<number, Omit<ReceiverPast, 'rxId'>> };

/**
 * Computes the events of all planned receivers and of those that joined. Call it outside transactions,
 * because it takes long.
 */
async function livesOf(
  db: Db,
  systemId: string,
  populated: Pick<OpenSimulation, 'world' | 'rxIds'>,
  from: number,
  to: number,
): Promise<Lives> {
  const { world, rxIds } = populated;
  const afterMs = await missedAfterMs(db, systemId);
  const rows = await simulatedReceivers(db, systemId);
  const rowOf = new Map(rows.map((row) => [keyOf(rxIds, row.id), row]));
  const joined = rows.flatMap((row) => {
    const key = keyOf(rxIds, row.id);
    // A receiver that joined while the host was stopped has no past. The first step of the simulation
    // includes it.
    return key < firstJoinedKey || row.status === null ? [] : [hardwareOf(world, key, modelOf(populated, key, row))];
  });
  const pasts = new Map<number, Omit<ReceiverPast, 'rxId'>>();
  for (const receiver of [...world.receivers, ...joined]) {
    const row = rowOf.get(receiver.key);
    const judged = row === undefined ? judgedBefore(world, receiver, from, afterMs) : judgedAs(row, world, receiver, from);
    const past = await longChronicle(world, receiver, judged, from, to);
    // Begin with the state at the start, so that a timeline has a first value.
    const changes = [{ ts: from, status: statusAt(world, receiver, from) }, ...past.changes.filter(({ ts }) => ts > from)];
    pasts.set(receiver.key, { ...past, changes, receiver });
  }
  return { from, to, pasts };
}

/**
 * Writes the states and alarms of a past period, in order. Its contacts, which are many, follow later
 * (`simulation_history`).
 */
async function writePast(
  db: Db,
  systemId: string,
  rxIds: readonly number[],
  { from, to, pasts }: Lives,
  others: readonly NewAlarm[] = [],
): Promise<void> {
  const rows = await simulatedReceivers(db, systemId);
  const lived = rows.flatMap((row): ReceiverPast[] => {
    const past = pasts.get(keyOf(rxIds, row.id));
    return !row.enabled || past === undefined ? [] : [{ ...past, rxId: row.id }];
  });
  await recordPasts(db, systemId, lived, others);
  await recordAbsences(db, lived);
  await addMissingStretch(db, systemId, { starts: from, ends: to });
  await noteLiveTo(db, systemId, to);
}
