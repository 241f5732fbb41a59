import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aresFields } from '../../../src/model/config/ares.ts';
import {
  type Family,
  applied,
  defaultConfig,
  differences,
  familyOf,
  fieldsIn,
  problemsOf,
  valueAt,
  withValue,
} from '../../../src/model/config/config.ts';
import { boundsText } from '../../../src/model/config/field-schema.ts';
import type { ConfigField } from '../../../src/model/config/fields.ts';
import { configLimits, crossingBounds } from '../../support/receiver-values.ts';

const families: readonly Family[] = ['orion', 'ares'];

describe('limits of a configuration (CFG-1, CFG-2, CFG-3)', () => {
  for (const [family, path, inside, outside] of configLimits) {
    test.each(inside)(`${family} ${path} takes %s`, (value) => {
      expect(problemsOf(family, withValue(defaultConfig(family), path, value))).toEqual([]);
    });
    test.each([...outside, Number.NaN, Number.POSITIVE_INFINITY, '5', null])(`${family} ${path} refuses %s`, (value) => {
      const problems = problemsOf(family, withValue<unknown>(defaultConfig(family), path, value));
      expect(problems.map((problem) => problem.path)).toContain(path);
    });
  }

  test('every number and choice of both families stands in the table above', () => {
    const flags = (field: ConfigField) => field.kind === 'flag' || field.kind === 'bins' || field.kind === 'table';
    const alike = (path: string) =>
      path
        .replace(/bands\.\d/, 'bands.4')
        .replace('slot2', 'slot1')
        .replace(/slot1\.pulse(Min|Max)/, 'slot2.pulseMax')
        .replace(/^decoder\.beeper\.(pulseMax|intervalMin|intervalMax|pulseCount)$/, 'decoder.beeper.pulseMin')
        .replace('decoder.decodeType', 'tags.decodeType');
    const tried = new Set(configLimits.map(([, path]) => path));
    const left = families.flatMap((family) =>
      fieldsIn(family).filter(({ path, field }) => !flags(field) && !tried.has(alike(path))),
    );
    expect(left).toEqual([]);
  });

  test.each(crossingBounds)('%s: a minimum above its maximum is an error on both: %s', (family, low, high, least, most) => {
    const config = withValue(withValue<unknown>(defaultConfig(family), low, least), high, most);
    expect(problemsOf(family, config)).toEqual([
      { path: low, text: `Not above the maximum, ${most}` },
      { path: high, text: `Not below the minimum, ${least}` },
    ]);
    expect(problemsOf(family, withValue(config, high, least))).toEqual([]);
  });

  test.each([
    ['of 199 marks', '1'.repeat(199), 'Exactly 200 marks, each 0 or 1'],
    ['of 201 marks', '1'.repeat(201), 'Exactly 200 marks, each 0 or 1'],
    ['with another mark', `${'1'.repeat(199)}2`, 'Exactly 200 marks, each 0 or 1'],
    ['that are no text', 200, 'Exactly 200 marks'],
  ])('refuses bins %s', (_, bins, text) => {
    const config = withValue<unknown>(defaultConfig('orion'), 'channels.bands.2.frequencyBins', bins);
    expect(problemsOf('orion', config)).toEqual([{ path: 'channels.bands.2.frequencyBins', text }]);
  });

  test.each([
    ['channels.scanTable', [148.005, 174.995], [148, 175, Number.NaN]],
    ['filter.codeTable', [-32_767, 32_766], [-32_768, 32_767, 1.5]],
  ])('%s holds at most 99 entries, each strictly inside its bounds', (path, inside, outside) => {
    const table = (contents: readonly number[]) => contents.map((content, id) => ({ id, content }));
    const withTable = (contents: readonly number[]) =>
      problemsOf('ares', withValue<unknown>(defaultConfig('ares'), path, table(contents)));
    expect(withTable(inside)).toEqual([]);
    for (const value of outside) expect(withTable([...inside, value])[0]?.path).toBe(`${path}.2.content`);
    const many = Array.from({ length: 99 }, () => inside[0] as number);
    expect(withTable(many)).toEqual([]);
    expect(withTable([...many, inside[0] as number])).toEqual([{ path, text: 'At most 99 entries' }]);
  });

  test('a band too few, and one too many, are refused (CFG-5)', () => {
    const config = defaultConfig('orion');
    const [first, ...rest] = config.channels.bands;
    expect(problemsOf('orion', withValue<unknown>(config, 'channels.bands', rest))).not.toEqual([]);
    expect(problemsOf('orion', withValue<unknown>(config, 'channels.bands', [first, first, ...rest]))).not.toEqual([]);
  });

  test('says what a field takes', () => {
    expect(boundsText(aresFields.general.squelch)).toBe('Between −140 and −57 dBm, a whole number');
    expect(boundsText(aresFields.channels.scanTable)).toBe('Strictly between 148 and 175 MHz');
  });
});

describe('defaults (CFG-4)', () => {
  test.each(families)('those of %s are within its own limits', (family) => {
    expect(problemsOf(family, defaultConfig(family, 'stored'))).toEqual([]);
    expect(problemsOf(family, defaultConfig(family, 'created'))).toEqual([]);
  });

  test('are those of the requirements', () => {
    expect(defaultConfig('orion')).toMatchObject({
      general: { numberAntennas: 1, antennaDwellTime: 3, squelch: -110 },
      channels: { bandDwellTime: 5 },
      tags: {
        decodeType: 7,
        pulseTolerance: 6,
        beeper: { pulseMin: 15, pulseMax: 25, intervalMin: 900, intervalMax: 1_200, pulseCount: 2, burstTolerance: 6 },
        coded: { codeset: 2003, burstTolerance: 5 },
      },
      advanced: { calibrationOffset: -130 },
    });
    expect(defaultConfig('orion').channels.bands.map(({ baseFrequency }) => baseFrequency)).toEqual([150, 150, 150, 150, 150]);
    expect(defaultConfig('ares')).toMatchObject({
      general: { squelch: -115, gain: 10, calibration: -130, volume: 5 },
      channels: { vfoFrequency: 150.5, dwellTime: 5, syncInterval: 2, scanTable: [] },
      decoder: {
        pulseTolerance: 4,
        beeper: { pulseMin: 3, pulseMax: 25, intervalMin: 400, intervalMax: 2_000, pulseCount: 2, pulseDropCount: 1 },
        slot1: { protocol: 18, pulseMin: 5, pulseMax: 25 },
        slot2: { protocol: 19, pulseMin: 5, pulseMax: 25 },
      },
    });
    expect(defaultConfig('ares', 'created').general).toMatchObject({ squelch: -120, calibration: -138 });
  });
});

describe('a configuration as a value', () => {
  test('belongs to a family, and an unknown model to Orion (CFG-7)', () => {
    expect([0, 1, -1].map((model) => familyOf(model))).toEqual(['orion', 'ares', 'orion']);
  });

  test('one value is replaced and all else is shared', () => {
    const before = defaultConfig('orion');
    const after = withValue(before, 'channels.bands.1.enabled', 1);
    expect(valueAt(after, 'channels.bands.1.enabled')).toBe(1);
    expect(valueAt(before, 'channels.bands.1.enabled')).toBe(0);
    expect(after.channels.bands[0]).toBe(before.channels.bands[0]);
    expect(after.tags).toBe(before.tags);
    expect(() => withValue(before, 'channels.volume', 3)).toThrow("no 'volume'");
  });

  test('differences name the fields, and a table differs by its numbers alone', () => {
    const before = defaultConfig('ares');
    const after = withValue(withValue(before, 'general.gain', 7), 'channels.scanTable', [{ id: 4, content: 150.1 }]);
    expect(differences('ares', before, after).map(({ path }) => path)).toEqual(['general.gain', 'channels.scanTable']);
    expect(differences('ares', after, withValue(after, 'channels.scanTable', [{ id: 9, content: 150.1 }]))).toEqual([]);
  });

  test.each(families)('what is chosen of one %s is put into another, and nothing else (CFG-8)', (family) => {
    const paths = fieldsIn(family).map(({ path }) => path);
    fc.assert(
      fc.property(fc.subarray(paths), fc.subarray(paths), (changed, chosen) => {
        const onto = defaultConfig(family);
        const from = changed.reduce<typeof onto>((config, path) => withValue(config, path, 'other'), onto);
        const result = applied(onto, from, chosen);
        for (const path of paths) expect(valueAt(result, path)).toEqual(valueAt(chosen.includes(path) ? from : onto, path));
      }),
    );
  });
});
