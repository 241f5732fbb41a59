import { describe, expect, test } from 'vitest';
import { binOf, binsFor, frequencyOf, hears, marked, runsOf, snapped } from '../../../src/model/config/bins.ts';
import { defaultConfig, problemsOf, withValue } from '../../../src/model/config/config.ts';
import { roundOf } from '../../../src/model/config/listening.ts';
import { notesOn, unusualIn } from '../../../src/model/receiver-editor/unusual.ts';

const orion = defaultConfig('orion');
const ares = defaultConfig('ares');
const with3Antennas = withValue(orion, 'general.numberAntennas', 3);

describe('bins (CFG-6)', () => {
  const band = { enabled: 1, baseFrequency: 150, frequencyBins: '0'.repeat(200) } as const;

  test.each([
    [150, 0],
    [150.002, 0],
    [150.003, 1],
    [150.995, 199],
    [149.997, null],
    [150.998, null],
  ])('%s MHz is in bin %s of a band from 150', (frequency, bin) => {
    expect(binOf(band, frequency)).toBe(bin);
  });

  test('every bin has the frequency that leads back to it, whatever the band begins with', () => {
    for (const baseFrequency of [148, 149.7, 150.365, 174]) {
      const back = Array.from({ length: 200 }, (_, bin) => binOf({ baseFrequency }, frequencyOf({ baseFrequency }, bin)));
      expect(back).toEqual(Array.from({ length: 200 }, (_, bin) => bin));
    }
  });

  test.each([
    [150.0024, 150],
    [150.0026, 150.005],
    [149.7, 149.7],
    [173.998, 174],
    [148, 148],
    [174.002, 174.002],
    [147.998, 147.998],
    [9_999, 9_999],
  ])('%s MHz snaps to %s, and what is out of bounds is left as it is', (typed, frequency) => {
    expect(snapped(typed, { min: 148, max: 174 })).toBe(frequency);
  });

  test('bins are marked from one to another in either order, and no further than the band', () => {
    const on = marked(band.frequencyBins, 5, 2, '1');
    expect(runsOf(on)).toEqual([{ first: 2, last: 5 }]);
    expect(runsOf(marked(on, 3, 3, '0'))).toEqual([
      { first: 2, last: 2 },
      { first: 4, last: 5 },
    ]);
    expect(marked(on, 198, 400, '1')).toHaveLength(200);
    expect(marked(on, 300, 400, '1')).toBe(on);
  });

  test('those of some frequencies are on and no others', () => {
    const bins = binsFor(band, [150.05, 150.36, 149.7]);
    expect(runsOf(bins)).toEqual([
      { first: 10, last: 10 },
      { first: 72, last: 72 },
    ]);
    expect(hears({ ...band, frequencyBins: bins }, 150.36)).toBe(true);
    expect(hears({ ...band, frequencyBins: bins }, 150.365)).toBe(false);
    expect(hears({ ...band, enabled: 0, frequencyBins: bins }, 150.36)).toBe(false);
  });
});

describe('going round (CFG-9)', () => {
  const antennasOf = (config: Parameters<typeof roundOf>[0], seconds: readonly number[]) =>
    seconds.map((second) => roundOf(config).at(second)?.antenna);

  test('one band and one antenna are heard all the time', () => {
    expect(roundOf({ orion })).toMatchObject({ turns: 1, seconds: 3 });
    expect(roundOf({ orion }).at(1_234.5)).toMatchObject({ antenna: 1 });
  });

  test('antennas take turns, and the antenna that is locked to takes all', () => {
    expect(antennasOf({ orion: with3Antennas }, [0, 2.9, 3, 6, 8.9, 9])).toEqual([1, 1, 2, 3, 3, 1]);
    const locked = withValue(withValue(with3Antennas, 'general.antennaSwitchEnabled', 0), 'general.antennaLock', 2);
    expect(antennasOf({ orion: locked }, [0, 3, 6])).toEqual([2, 2, 2]);
  });

  test('a band is left after all antennas had their turn, and not before its own time', () => {
    const twoBands = withValue(withValue(with3Antennas, 'channels.bands.1.enabled', 1), 'channels.bands.1.baseFrequency', 166);
    const round = roundOf({ orion: twoBands });
    expect(round).toMatchObject({ seconds: 18, turns: 6 });
    expect([0, 8.9, 9, 17.9, 18].map((second) => round.at(second)?.hears(150.5))).toEqual([true, true, false, false, true]);
    expect(roundOf({ orion: withValue(twoBands, 'channels.bandDwellTime', 12) }).seconds).toBe(24);
  });

  test('what listens to nothing has no turn', () => {
    expect(roundOf({ orion: withValue(orion, 'channels.bands.0.enabled', 0) }).at(0)).toBeNull();
    expect(roundOf({ ares: withValue(ares, 'decoder.enabled', 0) }).at(0)).toBeNull();
    expect(roundOf({ ares: withValue(ares, 'channels.operateMode', 1) }).at(0)).toBeNull();
  });

  test('an Ares scans its table, or stays where it is tuned', () => {
    expect(roundOf({ ares }).at(7)?.hears(150.5)).toBe(true);
    expect(roundOf({ ares }).at(7)?.hears(150.506)).toBe(false);
    const scanning = withValue(withValue(ares, 'channels.operateMode', 1), 'channels.scanTable', [
      { id: 1, content: 149.7 },
      { id: 2, content: 150.05 },
    ]);
    const round = roundOf({ ares: withValue(scanning, 'channels.numAntennas', 2) });
    expect(round).toMatchObject({ seconds: 20, turns: 4 });
    expect([0, 5, 10, 15].map((second) => [round.at(second)?.antenna, round.at(second)?.hears(149.7)])).toEqual([
      [1, true],
      [2, true],
      [1, false],
      [2, false],
    ]);
  });
});

describe('what is unusual (CFG-10)', () => {
  const texts = (config: Parameters<typeof unusualIn>[0]) => unusualIn(config).map(({ path, text }) => `${path}: ${text}`);

  test('nothing of what a receiver begins with', () => {
    expect(texts({ orion })).toEqual([]);
    expect(texts({ ares })).toEqual([]);
  });

  test('what going round costs', () => {
    const slow = withValue(withValue(orion, 'general.numberAntennas', 8), 'general.antennaDwellTime', 3);
    expect(texts({ orion: slow })).toEqual([
      'general.antennaDwellTime: A cycle takes 24 s; a tag that beeps every 5 s is heard 1 time in 8',
    ]);
  });

  test.each([
    ['orion', 'channels.bands.0.enabled', 0, 'channels.bands.0.enabled: No band is on, so nothing is heard'],
    [
      'orion',
      'channels.bands.0.frequencyBins',
      '0'.repeat(200),
      'channels.bands.0.frequencyBins: This band has no frequencies and is skipped',
    ],
    ['orion', 'general.storeNoise', 1, 'general.storeNoise: Noise fills the memory card sooner'],
    ['orion', 'tags.decodeType', 4, 'tags.decodeType: Only noise is stored. Tags are not decoded'],
    ['ares', 'general.autoSquelch', 1, 'general.autoSquelch: The squelch below is not used'],
    ['ares', 'channels.operateMode', 1, 'channels.scanTable: The scan table is empty, so nothing is heard'],
    ['ares', 'decoder.enabled', 0, 'decoder.enabled: The decoder is off, so nothing is heard'],
    ['ares', 'decoder.decodeType', 4, 'decoder.decodeType: Only noise is stored. Tags are not decoded'],
    ['ares', 'filter.enabled', 1, 'filter.codeTable: No code passes the filter, so no coded tag is stored'],
  ] as const)('%s with %s at %s', (family, path, value, text) => {
    const config = family === 'orion' ? { orion: withValue(orion, path, value) } : { ares: withValue(ares, path, value) };
    expect(texts(config)).toEqual([text]);
  });

  test('is said as well while a field is wrong, where it holds whatever that will be', () => {
    const noisy = withValue(withValue(orion, 'general.storeNoise', 1), 'general.numberAntennas', 4);
    const paths = (...wrong: readonly (readonly [string, unknown])[]): readonly string[] => {
      const config = wrong.reduce((sofar, [path, value]) => withValue(sofar, path, value), noisy);
      return notesOn('orion', config, null, problemsOf('orion', config)).map(({ path }) => path);
    };
    const both = ['general.storeNoise', 'general.antennaDwellTime'];
    expect(paths()).toEqual(both);
    expect(paths(['general.squelch', -200])).toEqual(both);
    expect(paths(['general.squelch', null], ['channels.bands.0.baseFrequency', 99])).toEqual(both);
    expect(paths(['general.antennaDwellTime', null])).toEqual(['general.storeNoise']);
    expect(paths(['general.numberAntennas', 99], ['general.squelch', null])).toEqual(['general.storeNoise']);
    expect(paths(['channels.bands.0.frequencyBins', '1']), 'what is no number has no ends').toEqual([]);
  });

  test('an antenna that is locked to and not there, or alone of several', () => {
    const locked = withValue(orion, 'general.antennaSwitchEnabled', 0);
    expect(texts({ orion: withValue(locked, 'general.antennaLock', 2) })).toEqual([
      'general.antennaLock: Antenna 2 is not connected, so nothing is heard',
    ]);
    expect(texts({ orion: withValue(locked, 'general.numberAntennas', 2) })).toEqual([
      'general.antennaSwitchEnabled: Only antenna 1 is heard',
    ]);
  });
});
