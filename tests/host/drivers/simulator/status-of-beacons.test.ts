import { describe, expect, test } from 'vitest';
import { roundOf } from '#model/config/listening.ts';
import { beaconStatus } from '#model/statistics/beacon-status.ts';
import { foundingConfig } from '../../../../host/drivers/simulator/founding-config.ts';
import { hearingsBetween } from '../../../../host/drivers/simulator/happenings.ts';
import { workingIn } from '../../../../host/drivers/simulator/history.ts';
import { listenerOf } from '../../../../host/drivers/simulator/listener.ts';
import { silencesOf } from '../../../../host/drivers/simulator/silent-beacons.ts';
import { makeWorld } from '../../../../host/drivers/simulator/worlds.ts';

const [hour, day] = [3_600_000, 86_400_000];
const to = Date.parse('2026-11-27T14:20:00Z');

/** Returns the status of a study's beacons (STAT-8) over its last day, with its receivers as founded. */
function statusesOf(system: string, seed: number, edition?: number) {
  const world = makeWorld(system, seed, to, edition);
  const configs = world.receivers.map((receiver) => foundingConfig(world, receiver));
  const listeners = world.receivers.map((receiver, at) => listenerOf(receiver, receiver, configs[at]!));
  const period = { from: to - day, to };
  const heard = hearingsBetween(world, listeners, period, workingIn(world, listeners, period));
  const silences = silencesOf(world);
  const masts = world.transmitters.filter(({ carrier }) => carrier.kind === 'mast');
  return masts.flatMap((mast) =>
    world.receivers.flatMap(({ key }) => {
      const hits = heard.filter((one) => one.receiver === key && one.code === mast.code && one.freq === mast.frequency);
      const known = silences.filter((one) => one.receiver === key && one.serialNumber === mast.serialNumber);
      const antennas = new Set([...hits, ...known].map(({ ant }) => ant));
      const hearings = [...antennas].map((antenna) => {
        const hours = Map.groupBy(
          hits.filter(({ ant }) => ant === antenna),
          ({ ts }) => Math.floor(ts / hour),
        );
        const isKnown = known.some(({ ant }) => ant === antenna);
        return { antenna, hourly: [...hours.values()].map(({ length }) => length), avgPower: null, isKnown };
      });
      const {
        serialNumber: name,
        code: codeNumber,
        frequency,
        emitInterval: intervalMs,
        emitIntervalVariance: varianceMs,
      } = mast;
      const beacon = { id: mast.key, name, codeNumber, frequency, intervalMs, varianceMs };
      return beaconStatus(beacon, hearings, { ms: day, round: roundOf(configs[key]!) });
    }),
  );
}

describe('the beacons of a study (SIM-14)', () => {
  test.each([1, 7, 17, 38])('of the demo by seed %i have a percentage, one is low, one silent, one locked (STAT-8)', (seed) => {
    const rows = statusesOf('demo', seed);
    const of = (name: string) => rows.filter(({ beaconName, explanation }) => beaconName === name && !isNoise(explanation));
    expect(rows.filter(({ efficiency }) => efficiency !== null).length / rows.length).toBeGreaterThan(0.6);
    for (const name of ['BCN-0001', 'BCN-0002', 'BCN-0003']) {
      expect(of(name).length).toBeGreaterThan(3);
      for (const { efficiency, warningType } of of(name)) {
        expect(efficiency).toBeGreaterThan(60);
        expect(efficiency).toBeLessThan(115);
        expect(warningType).toBeNull();
      }
    }
    expect(new Set(of('BCN-0004').map(({ warningType }) => warningType))).toEqual(new Set(['low']));
    expect(new Set(of('BCN-0005').map(({ warningType }) => warningType))).toEqual(new Set(['silent']));
    for (const { efficiency, expectedHits, explanation } of of('BCN-0006'))
      expect([efficiency, expectedHits, explanation]).toEqual([
        null,
        null,
        expect.stringMatching(/^Locked: .* sends every 30 s /),
      ]);
    expect(of('BCN-0006')).not.toEqual([]);
  });

  test('of River have a percentage', () => {
    const rows = statusesOf('river', 1).filter(({ explanation }) => !isNoise(explanation));
    expect(rows.length).toBeGreaterThan(1);
    for (const { efficiency } of rows) expect(efficiency).toBeGreaterThan(85);
  });

  test('of a study of an earlier version stay as they are: locked (SIM-1)', () => {
    const rows = statusesOf('demo', 1, 1).filter(({ explanation }) => !isNoise(explanation));
    expect(new Set(rows.map(({ beaconName }) => beaconName))).toEqual(new Set(['BCN-0001', 'BCN-0002', 'BCN-0003']));
    for (const { explanation } of rows) expect(explanation).toMatch(/^Locked/);
  });
});

function isNoise(explanation: string | null): boolean {
  return explanation?.includes('noise may have been decoded') === true;
}
