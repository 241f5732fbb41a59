import { configFrom, familyOf, type ReceiverConfig } from '#model/config/config.ts';
import { type Round, roundOf } from '#model/config/listening.ts';
import { receiverStatuses } from '#model/entities/receiver.ts';
import { type BeaconStatus, beaconStatus } from '#model/statistics/beacon-status.ts';
import type { Db } from '../../platform/store/database.ts';
import { beaconHits, beaconsOf } from '../../platform/store/contacts/contact-statistics.ts';
import { settingsByModel } from '../../platform/store/fleet/beacons.ts';
import { stateSpans } from '../../platform/store/fleet/state-timeline.ts';

/** Maximum number of state changes read for one answer. */
const maxEvents = 50_000;

/**
 * Computes how well the antennas of a system hear its beacons (STAT-8). Returns null if the receivers changed
 * their states too often in this period (ms).
 */
export async function beaconStatuses(
  within: Db,
  systemId: string,
  span: { from: number; to: number },
): Promise<(BeaconStatus & { rxId: number })[] | null> {
  const hits = await beaconHits(within, systemId, { ...span, rxIds: null, hasNoise: true });
  const rxIds = [...new Set(hits.map(({ rxId }) => rxId))];
  if (rxIds.length === 0) return [];
  const beacons = await beaconsOf(within, systemId);
  const states = await stateSpans(within, systemId, { ...span, rxIds, limit: maxEvents });
  if (states === null) return null;
  const rounds = new Map<number, Round>();
  for (const { id, model, settings } of await settingsByModel(within, systemId, rxIds)) {
    const family = familyOf(model);
    rounds.set(id, roundOf({ [family]: configFrom(family as 'orion', settings) } as ReceiverConfig));
  }
  const online = new Map<number, number>();
  for (const { rxId, status, from, to } of states)
    if (status === receiverStatuses.online) online.set(rxId, (online.get(rxId) ?? 0) + to - from);
  return [...Map.groupBy(hits, ({ rxId, beaconId }) => `${rxId} ${beaconId}`).values()].flatMap((heard) => {
    const { rxId, beaconId } = heard[0]!;
    const beacon = beacons.find(({ id }) => id === beaconId);
    if (beacon === undefined) return [];
    const antennas = heard.map(({ ant, ...hearing }) => ({ antenna: ant, ...hearing }));
    const listened = { ms: online.get(rxId) ?? 0, round: rounds.get(rxId) ?? null };
    return beaconStatus(beacon, antennas, listened).map((row) => ({ rxId, ...row }));
  });
}
