import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aresFields } from '#model/config/ares.ts';
import { hears } from '#model/config/bins.ts';
import { type ReceiverConfig, defaultConfig, problemsOf, withValue } from '#model/config/config.ts';
import type { Band, OrionConfig } from '#model/config/orion.ts';
import { foundingConfig } from '../../../../host/drivers/simulator/founding-config.ts';
import { hearingsBetween, type Hearing } from '../../../../host/drivers/simulator/happenings.ts';
import { listenerOf } from '../../../../host/drivers/simulator/listener.ts';
import type { WorldReceiver } from '../../../../host/drivers/simulator/world.ts';
import { makeWorld } from '../../../../host/drivers/simulator/worlds.ts';
import { table } from '../../../support/simulated-stage.ts';

/** Which contacts of the simulated world a configuration passes, for any configuration (SIM-8). */

const liveFrom = Date.UTC(2026, 4, 1);
const minute = 60_000;
const world = makeWorld('demo', 7, liveFrom);
const frequencies = [...new Set(world.transmitters.map(({ frequency }) => frequency))];
const codes = world.transmitters.map(({ code }) => code);
const receiver = world.receivers.find(({ alias }) => alias === 'MID-1 Left Bank') as WorldReceiver;

const hearBy = (config: ReceiverConfig, from = liveFrom, to = liveFrom + 2 * minute): Hearing[] =>
  hearingsBetween(world, [listenerOf(receiver, receiver, config)], { from, to }, () => true);
const withValues = <Config>(config: Config, values: object): Config =>
  Object.entries(values).reduce((changed, [path, value]) => withValue(changed, path, value), config);

const flag = fc.constantFrom(0 as const, 1 as const);
const decodeType = fc.constantFrom(7, 8, 14, 4);
const bins = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 199 }), fc.integer({ min: 1, max: 60 })), { maxLength: 5 })
  .map((runs) =>
    Array.from({ length: 200 }, (_, i) => (runs.some(([at, length]) => i >= at && i < at + length) ? '1' : '0')).join(''),
  );
const band: fc.Arbitrary<Band> = fc.record({
  enabled: flag,
  baseFrequency: fc.constantFrom(149.7, 150, 150.05, 150.3, 151.2, 166),
  frequencyBins: fc.oneof(fc.constant('1'.repeat(200)), bins),
});
const orions = fc
  .record({
    'general.antennaSwitchEnabled': flag,
    'general.numberAntennas': fc.integer({ min: 1, max: 8 }),
    'general.antennaLock': fc.integer({ min: 1, max: 8 }),
    'general.antennaDwellTime': fc.constantFrom(0.1, 1, 3, 12.5),
    'general.squelch': fc.integer({ min: -135, max: -57 }),
    'general.storeNoise': flag,
    'channels.bandDwellTime': fc.constantFrom(0.1, 5, 30),
    'channels.bands': fc.tuple(band, band, band, band, band),
    'tags.decodeType': decodeType,
  })
  .map((values) => withValues(defaultConfig('orion'), values));
const areses = fc
  .record({
    'general.autoSquelch': flag,
    'general.squelch': fc.integer({ min: -140, max: -57 }),
    'general.gain': fc.integer({ min: 1, max: 10 }),
    'channels.operateMode': flag,
    'channels.vfoFrequency': fc.constantFrom(...frequencies),
    'channels.scanTable': fc.uniqueArray(fc.constantFrom(...frequencies), { maxLength: 5 }).map(table),
    'channels.numAntennas': fc.integer({ min: 1, max: 4 }),
    'channels.dwellTime': fc.constantFrom(0.1, 1.5, 5, 300),
    'decoder.enabled': fc.constantFrom(1, 1, 1, 0),
    'decoder.decodeType': decodeType,
    'decoder.slot1.protocol': fc.constantFrom(18, 19),
    'decoder.slot2.protocol': fc.constantFrom(18, 19),
    'filter.enabled': flag,
    'filter.isExclude': flag,
    'filter.codeTable': fc.uniqueArray(fc.constantFrom(...codes), { maxLength: 12 }).map(table),
  })
  .map((values) => withValues(defaultConfig('ares'), values));
const configs: fc.Arbitrary<ReceiverConfig> = fc.oneof(
  orions.map((orion) => ({ orion })),
  areses.map((ares) => ({ ares })),
);

const typesBy: Readonly<Record<number, readonly number[]>> = { 7: [7], 8: [8, 18, 19], 14: [14, 18, 19], 4: [] };

function isLetThrough(config: ReceiverConfig, { ant, freq, type, code }: Hearing): boolean {
  if ('orion' in config) {
    const { general, channels, tags } = config.orion;
    const antennas = general.antennaSwitchEnabled === 1 ? ant <= general.numberAntennas : ant === general.antennaLock;
    const isNoise = type === 4 && (general.storeNoise === 1 || tags.decodeType === 4);
    return (
      antennas && channels.bands.some((one) => hears(one, freq)) && (isNoise || typesBy[tags.decodeType]?.includes(type) === true)
    );
  }
  const { channels, decoder, filter } = config.ares;
  const dial = channels.operateMode === 1 ? channels.scanTable.map(({ content }) => content) : [channels.vfoFrequency];
  const isNoise = type === 4 && decoder.decodeType === 4;
  const isBeeper = type === 7 && decoder.decodeType === 7;
  const isListed = filter.codeTable.some(({ content }) => content === code);
  const isCoded =
    [decoder.slot1.protocol, decoder.slot2.protocol].includes(type) &&
    typesBy[decoder.decodeType]?.includes(type) === true &&
    (filter.enabled === 0 || isListed === (filter.isExclude === 0));
  return decoder.enabled === 1 && ant <= channels.numAntennas && dial.includes(freq) && (isNoise || isBeeper || isCoded);
}

describe('whatever a receiver is set to (SIM-8)', () => {
  test('what it hears is what that lets through, the same each time and however time is cut', () => {
    let heardAnything = 0;
    fc.assert(
      fc.property(configs, fc.integer({ min: 1, max: 2 * minute - 1 }), (config, cut) => {
        const heard = hearBy(config);
        if (heard.length > 0) heardAnything += 1;
        expect(heard.filter((hearing) => !isLetThrough(config, hearing))).toEqual([]);
        const pieces = [hearBy(config, liveFrom, liveFrom + cut), hearBy(config, liveFrom + cut, liveFrom + 2 * minute)];
        expect(pieces.flat()).toEqual(heard);
      }),
      { numRuns: 150 },
    );
    expect(heardAnything).toBeGreaterThan(30);
  });

  test('a higher squelch lets through less, and nothing that a lower one did not', () => {
    const beepers = { 'tags.decodeType': 7, 'channels.bands.0.enabled': 1, 'channels.bands.0.baseFrequency': 150 };
    fc.assert(
      fc.property(fc.integer({ min: -135, max: -70 }), fc.integer({ min: 1, max: 40 }), (squelch, more) => {
        const by = (value: number): OrionConfig => withValues(defaultConfig('orion'), { ...beepers, 'general.squelch': value });
        const [low, high] = [hearBy({ orion: by(squelch) }), hearBy({ orion: by(Math.min(-57, squelch + more)) })];
        expect(low).toEqual(expect.arrayContaining(high));
      }),
      { numRuns: 40 },
    );
  });

  test('less gain lets through less, each 3 dB fainter', () => {
    const { min, max } = aresFields.general.gain;
    const by = (gain: number) =>
      hearBy({
        ares: withValues(defaultConfig('ares'), {
          'general.gain': gain,
          'channels.vfoFrequency': 150.075,
          'decoder.decodeType': 7,
        }),
      });
    const heard = Array.from({ length: max - min + 1 }, (_, i) => by(max - i));
    expect(heard[0]?.length).toBeGreaterThan(50);
    const counts = heard.map((hearings) => hearings.length);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    for (const [i, hearings] of heard.entries()) {
      for (const { ts, power } of hearings) {
        const best = heard[0]?.find((one) => one.ts === ts)?.power ?? 0;
        // The receiver's scale ends at -52 dBm, and powers are rounded to whole numbers.
        if (best < -52) expect(Math.abs(best - power - 3 * i)).toBeLessThanOrEqual(1);
      }
    }
  });
});

describe('the receivers of a study as it is founded (SIM-11)', () => {
  test.each(['demo', 'river'])('of %s are set to what their family takes, and each hears by all of its antennas', (id) => {
    const made = makeWorld(id, 7, liveFrom);
    const heardBy = made.receivers.map((planned) => {
      const config = foundingConfig(made, planned);
      const problems = 'ares' in config ? problemsOf('ares', config.ares) : problemsOf('orion', config.orion);
      expect(problems).toEqual([]);
      const listener = listenerOf(planned, planned, config);
      return hearingsBetween(made, [listener], { from: liveFrom, to: liveFrom + 15 * minute }, () => true);
    });
    for (const [key, heard] of heardBy.entries()) {
      const antennas = made.receivers[key]?.azimuths.map((_, i) => i + 1);
      expect([...new Set(heard.map(({ ant }) => ant))].sort((a, b) => a - b)).toEqual(antennas);
    }
    const heardAt = new Set(heardBy.flat().map(({ freq }) => freq));
    const fixed = made.transmitters.filter(({ carrier }) => carrier.kind !== 'animal');
    expect(fixed.filter(({ frequency }) => !heardAt.has(frequency))).toEqual([]);
    const tested = new Set(made.transmitters.flatMap(({ carrier }) => (carrier.kind === 'crew' ? [carrier.site] : [])));
    expect(heardBy.filter((heard) => heard.some(({ type }) => type === 7))).toHaveLength(tested.size);
  });

  test('of the demo hear enough for a live screen: some contacts each second, from every site', () => {
    const listeners = world.receivers.map((planned) => listenerOf(planned, planned, foundingConfig(world, planned)));
    const heard = hearingsBetween(world, listeners, { from: liveFrom, to: liveFrom + 5 * minute }, () => true);
    expect(heard.length / 5).toBeGreaterThan(100);
    expect(new Set(heard.map(({ receiver: key }) => key)).size).toBeGreaterThanOrEqual(8);
    expect([...new Set(heard.map(({ type }) => type))].sort((a, b) => a - b)).toEqual(expect.arrayContaining([4, 7, 8, 18]));
  });
});
