import { describe, expect, test } from 'vitest';
import { roundOf } from '#model/config/listening.ts';
import { receiverStatuses } from '#model/entities/receiver.ts';
import { judgeBeacons } from '../../../../host/domain/alarms/beacon-rules.ts';
import { foundingConfig } from '../../../../host/drivers/simulator/founding-config.ts';
import { type Hearing, hearingsBetween, type Period } from '../../../../host/drivers/simulator/happenings.ts';
import { workingIn } from '../../../../host/drivers/simulator/history.ts';
import { type Listener, listenerOf } from '../../../../host/drivers/simulator/listener.ts';
import { statusAt } from '../../../../host/drivers/simulator/outages.ts';
import { setupPeriods } from '../../../../host/drivers/simulator/setups.ts';
import type { World } from '../../../../host/drivers/simulator/world.ts';
import { makeWorld } from '../../../../host/drivers/simulator/worlds.ts';
import type { BeaconCount, BeaconHearing } from '../../../../host/platform/store/fleet/beacons.ts';

const [halfMinute, hour, day] = [30_000, 3_600_000, 86_400_000];

/** Returns what is heard from a world's beacons in a period. */
function heardOf(world: World, listeners: readonly Listener[], period: Period): Hearing[] {
  const beacons = world.transmitters.filter(({ carrier }) => carrier.kind === 'mast');
  const quiet = listeners.map((listener) => ({ ...listener, noise: null }));
  return hearingsBetween({ ...world, transmitters: beacons }, quiet, period, workingIn(world, quiet, period));
}

/**
 * Returns some hours of the history that a first start makes, and the day after, as receivers are configured.
 */
function firstDay(world: World): Hearing[] {
  const start = world.liveFrom;
  const rxIds = world.receivers.map(({ key }) => key + 1);
  const set = world.receivers.map((receiver) => listenerOf(receiver, receiver, foundingConfig(world, receiver)));
  return [
    ...setupPeriods({ world, rxIds }, [], { from: start - 3 * hour, to: start }).flatMap(({ listeners, ...piece }) =>
      heardOf(world, listeners, piece),
    ),
    ...heardOf(world, set, { from: start, to: start + day }),
  ];
}

const keyOf = ({ transmitterId, rxId, ant }: BeaconCount): string => `${transmitterId} ${rxId} ${ant}`;

/**
 * Returns the alarms of a host's first day, with a look each half minute, and how many antennas heard a
 * beacon.
 */
function looksOf(world: World, heard: readonly Hearing[]) {
  const beacons = world.transmitters
    .filter(({ carrier }) => carrier.kind === 'mast')
    .map(({ key, serialNumber, emitInterval, emitIntervalVariance }) => {
      return { id: key, serialNumber, purpose: 1 as const, intervalMs: emitInterval + emitIntervalVariance };
    });
  const counts = new Map<string, BeaconCount>();
  const known = new Map<string, BeaconHearing>();
  const turns = new Map(world.receivers.map((receiver) => [receiver.key, roundOf(foundingConfig(world, receiver)).turns]));
  const alarms: unknown[] = [];
  let lookedAt: number | null = null;
  let next = 0;
  for (let now = world.liveFrom; now <= world.liveFrom + day; now += halfMinute) {
    for (let one = heard[next]; one !== undefined && one.ts < now; one = heard[++next]) {
      const transmitterId = world.transmitters.find(({ code }) => code === one?.code)?.key ?? -1;
      const count = { transmitterId, rxId: one.receiver, ant: one.ant, hour: Math.floor(one.ts / hour) * hour, hits: 1 };
      const before = counts.get(keyOf(count));
      counts.set(keyOf(count), before?.hour === count.hour ? { ...before, hits: before.hits + 1 } : count);
    }
    const online = world.receivers.filter((receiver) => statusAt(world, receiver, now - 1) === receiverStatuses.online);
    const judged = judgeBeacons({
      beacons,
      counts: [...counts.values()].filter((count) => count.hour >= Math.floor(now / hour) * hour - hour),
      known: [...known.values()],
      listening: new Map(online.map(({ key }) => [key, now])),
      turns,
      now,
      lookedAt,
    });
    lookedAt = now;
    for (const hearing of judged.changed) known.set(keyOf(hearing), hearing);
    for (const { code, alias, rxId, at = 0 } of judged.alarms)
      alarms.push([code, alias, world.receivers[rxId]?.alias, (at - world.liveFrom) / 60_000]);
  }
  return { alarms, watched: known.size };
}

describe('the beacons of a study that is started for the first time (SIM-10, ALM-20)', () => {
  test.each([
    ['demo', 1, '2026-05-01T12:00:00Z'],
    ['demo', 1, '2026-11-26T21:23:40Z'],
    ['demo', 7, '2026-02-03T04:55:10Z'],
    // In these worlds an antenna turns to a beacon just when it beeps, or just before, and hears one beep in
    // many.
    ['demo', 17, '2026-05-06T03:53:41Z'],
    ['demo', 38, '2026-05-12T08:28:14Z'],
    ['river', 1, '2026-05-01T12:31:00Z'],
  ])('of %s by seed %i at %s raise no alarm in its first day', (system, seed, start) => {
    const world = makeWorld(system, seed, Date.parse(start));
    const { alarms, watched } = looksOf(world, firstDay(world));
    expect(alarms).toEqual([]);
    expect(watched, 'each beacon is watched at some antenna').toBeGreaterThanOrEqual(system === 'demo' ? 3 : 1);
  });

  test('do raise one when they fall silent', () => {
    const world = makeWorld('demo', 1, Date.UTC(2026, 4, 1, 12));
    const heard = firstDay(world).filter(({ code, ts }) => code !== 501 || ts < world.liveFrom + 5 * hour);
    const { alarms } = looksOf(world, heard);
    expect(alarms).toContainEqual([4200, 'BCN-0001', expect.stringMatching(/^RCB-/), expect.any(Number)]);
    expect(new Set(alarms.map((alarm) => (alarm as unknown[])[1]))).toEqual(new Set(['BCN-0001']));
  });
});
