import type { Logger } from 'pino';
import { configFrom, familyOf } from '#model/config/config.ts';
import { roundOf } from '#model/config/listening.ts';
import { receiverStatuses } from '#model/entities/receiver.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { eachOf } from '../../platform/each-of.ts';
import { lookAndWarn } from '../../platform/bus/looks.ts';
import { type Database, type Db, inTransaction } from '../../platform/store/database.ts';
import { addAlarms } from '../../platform/store/fleet/alarms.ts';
import {
  type BeaconHearing,
  beaconHearingsOf,
  countBeacons,
  listeningReceivers,
  settingsByModel,
  systemsWithBeacons,
  takeBeaconLook,
  watchedBeacons,
  writeBeaconHearings,
} from '../../platform/store/fleet/beacons.ts';
import { judgeBeacons, mayBeSilent } from './beacon-rules.ts';
import { alarmsMessage } from './raise-alarms.ts';

const lookEachMs = 30_000;
/** This host skips a system that another host checked less than this long (ms) ago. */
const leastMs = 20_000;

export type BeaconWatchParts = {
  database: Database;
  bus: Bus;
  /** True if this host simulates receivers, so that simulated systems are checked too. */
  isSimulating: boolean;
  log: Logger;
  now?: () => number;
};

/**
 * Checks every half minute whether the beacons of each system are still heard, and raises alarms (ALM-20).
 * Does so in the transaction that stores the result, so that several hosts raise each alarm only once.
 */
export function watchBeacons({ database, bus, isSimulating, log, now = Date.now }: BeaconWatchParts): { close(): Promise<void> } {
  return lookAndWarn({
    bus,
    eachMs: lookEachMs,
    look: async () => {
      await eachOf(await systemsWithBeacons(database, isSimulating), async (systemId) => {
        if (await lookAt(database, systemId, now)) bus.publish(alarmsMessage(systemId));
      });
    },
    log,
    failure: 'beacons could not be checked; retrying',
  });
}

/** Checks a system. Returns whether alarms were raised. */
function lookAt(database: Database, systemId: string, clock: () => number): Promise<boolean> {
  return inTransaction(database, async (within) => {
    const look = await takeBeaconLook(within, systemId, { clock, leastMs });
    if (look === undefined) return false;
    const { now, lookedAt } = look;
    const known = await beaconHearingsOf(within, systemId);
    const { changed, alarms } = judgeBeacons({
      beacons: await watchedBeacons(within, systemId),
      counts: await countBeacons(within, systemId, now),
      known,
      listening: await listeningReceivers(within, systemId, { online: receiverStatuses.online, now }),
      turns: await turnsOf(
        within,
        systemId,
        known.filter((hearing) => mayBeSilent(hearing, now)),
      ),
      now,
      lookedAt,
    });
    await writeBeaconHearings(within, changed);
    return (await addAlarms(within, systemId, alarms)) > 0;
  });
}

/** Returns the number of turns in the rounds of these receivers. */
async function turnsOf(within: Db, systemId: string, hearings: readonly BeaconHearing[]): Promise<Map<number, number>> {
  const rxIds = [...new Set(hearings.map(({ rxId }) => rxId))];
  if (rxIds.length === 0) return new Map();
  const set = await settingsByModel(within, systemId, rxIds);
  return new Map(
    set.map(({ id, model, settings }) => {
      const isAres = familyOf(model) === 'ares';
      const config = isAres ? { ares: configFrom('ares', settings) } : { orion: configFrom('orion', settings) };
      return [id, Math.max(1, roundOf(config).turns)];
    }),
  );
}
