import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type OpenedReceiver,
  type Draft,
  draftDifferences,
  draftProblems,
  familyIn,
  firstInForm,
  openedFrom,
  problemsIn,
  rebased,
  requestOf,
  withField,
  withFieldsOf,
} from '#model/receiver-editor/draft.ts';
import { defaultConfig } from '#model/config/config.ts';
import { receiver } from '../../support/fleet-samples.ts';
import { openedReceiver, receiverReply } from '../../support/config-samples.ts';

const { draft } = openedReceiver();
const set = (of: Draft, fields: Readonly<Record<string, unknown>>): Draft =>
  Object.entries(fields).reduce((sofar, [path, value]) => withField(sofar, path, value), of);

test('the first of what is wrong is that of the form, not of the kind of the mistake', () => {
  const at = (fields: Readonly<Record<string, unknown>>): string | null =>
    firstInForm('orion', draftProblems(set(draft, fields)));
  expect(at({})).toBeNull();
  expect(at({ 'advanced.calibrationOffset': 0, 'tags.beeper.pulseMin': 30 })).toBe('tags.beeper.pulseMin');
  expect(at({ 'channels.bands.2.baseFrequency': 99, 'channels.bandDwellTime': null })).toBe('channels.bandDwellTime');
  expect(at({ 'general.squelch': 0, 'basic.alias': '' })).toBe('basic.alias');
});

describe('a receiver in the editor', () => {
  test('of an unknown model is an Orion, whose model may be chosen until it reported itself (RX-1)', () => {
    const opened = (model: number, infoTime: number | null): OpenedReceiver =>
      openedFrom({
        asOf: { epoch: 'one', revision: 1 },
        rxData: { basic: receiver({ model, infoTime }), orion: defaultConfig('orion') },
      });
    expect(opened(-1, 5)).toMatchObject({ draft: { basic: { model: 0 } }, mayChooseModel: true });
    expect(opened(0, null).mayChooseModel).toBe(true);
    expect(opened(0, 5).mayChooseModel).toBe(false);
  });

  test('that becomes another model begins with the defaults of that family', () => {
    const ares = withField(draft, 'basic.model', 1);
    expect(familyIn(ares)).toBe('ares');
    expect(ares.config).toEqual(defaultConfig('ares', 'created'));
    expect(withField(draft, 'basic.alias', 'Ridge').config).toBe(draft.config);
  });

  test('that is of the model again that it was opened as has the configuration again that it had then, or was given', () => {
    const mine = set(openedReceiver({ settings: { 'general.antennaLock': 2 } }).draft, { 'general.squelch': -80 });
    const ares = set(mine, { 'basic.model': 1, 'general.gain': 4 });
    const back = withField(ares, 'basic.model', 0);
    expect(draftDifferences(mine, back)).toEqual([]);
    expect(requestOf(mine, back)).toEqual({ basic: {} });
    expect(withField(back, 'basic.model', 1).config).toEqual(ares.config);
  });

  test.each([
    ['alias', '', 'Between 1 and 45 characters'],
    ['alias', ' ', 'Between 1 and 45 characters'],
    ['alias', 'x'.repeat(46), 'Between 1 and 45 characters'],
    ['ipAddress', '10.0.0.256', 'Invalid IP'],
    ['ipAddress', '10.0.0', 'Invalid IP'],
    ['ipAddress', '100.100.100.1000', 'Cannot be longer'],
    ['portNumber', 0, 'Invalid Port'],
    ['portNumber', 65_536, 'Invalid Port'],
    ['portNumber', 1.5, 'Invalid Port'],
    ['portNumber', null, 'Invalid Port'],
  ])('%s %j cannot be saved (RX-3, RX-4, RX-5)', (name, value, text) => {
    expect(draftProblems(withField(draft, `basic.${name}`, value))).toEqual([{ path: `basic.${name}`, text }]);
  });

  test.each([
    ['alias', 'x'.repeat(45)],
    ['alias', 'x'],
    ['ipAddress', '255.255.255.255'],
    ['ipAddress', ''],
    ['portNumber', 1],
    ['portNumber', 65_535],
  ])('%s %j can', (name, value) => {
    expect(draftProblems(withField(draft, `basic.${name}`, value))).toEqual([]);
  });

  test('a problem is one of its section alone', () => {
    const problems = draftProblems(set(draft, { 'basic.alias': '', 'general.squelch': null, 'tags.beeper.pulseMin': null }));
    expect(problems.map(({ path }) => path)).toEqual(['basic.alias', 'general.squelch', 'tags.beeper.pulseMin']);
    for (const [section, count] of [
      ['basic', 1],
      ['general', 1],
      ['tags', 1],
      ['advanced', 0],
    ] as const)
      expect([section, problemsIn(problems, section).length]).toEqual([section, count]);
  });
});

describe('what is saved (CFG-7, CFG-8)', () => {
  test('are the basics that were changed, and the section of its family where that was', () => {
    expect(requestOf(draft, draft)).toEqual({ basic: {} });
    expect(requestOf(draft, set(draft, { 'basic.alias': 'Ridge' }))).toEqual({ basic: { alias: 'Ridge' } });
    const changed = set(draft, { 'general.squelch': -100 });
    expect(requestOf(draft, changed)).toEqual({ basic: {}, orion: changed.config });
    expect(requestOf(draft, set(draft, { 'basic.model': 1 }))).toEqual({
      basic: { model: 1 },
      ares: defaultConfig('ares', 'created'),
    });
  });

  test('differences are named as in the form, in its order', () => {
    const changed = set(draft, {
      'advanced.debugEnabled': 1,
      'basic.enabled': false,
      'channels.bands.1.baseFrequency': 166,
      'general.squelch': -100,
      'tags.coded.codeset': 2000,
    });
    expect(draftDifferences(draft, changed).map(({ label, before, after }) => [label, before, after])).toEqual([
      ['Enabled', 'On', 'Off'],
      ['General: Squelch', '−110 dBm', '−100 dBm'],
      ['Channels, Band 2: Base frequency', '150.000 MHz', '166.000 MHz'],
      ['Tags, Coded: Code set', 'Lotek 2003', 'Lotek 2000'],
      ['Advanced: Debugging', 'Off', 'On'],
    ]);
  });
});

describe('what others changed meanwhile', () => {
  const theirs = openedFrom(
    receiverReply({ revision: 9, settings: { 'general.squelch': -100, 'general.antennaLock': 2 } }),
  ).draft;

  test('goes with what was changed here, where the fields are others', () => {
    const mine = set(draft, { 'basic.alias': 'Ridge', 'advanced.calibrationOffset': -125 });
    const { draft: merged, conflicts } = rebased(draft, mine, theirs);
    expect(conflicts).toEqual([]);
    expect(merged).toEqual(set(theirs, { 'basic.alias': 'Ridge', 'advanced.calibrationOffset': -125 }));
  });

  test('is a conflict where it is the same field and another value; mine stands until it is decided', () => {
    const mine = set(draft, { 'general.squelch': -80, 'general.antennaLock': 2, 'general.storeNoise': 1 });
    const { draft: merged, conflicts } = rebased(draft, mine, theirs);
    expect(conflicts).toEqual([{ path: 'general.squelch', label: 'General: Squelch', before: '−100 dBm', after: '−80 dBm' }]);
    expect(merged).toEqual(set(theirs, { 'general.squelch': -80, 'general.storeNoise': 1 }));
    expect(withFieldsOf(merged, theirs, ['general.squelch'])).toEqual(set(theirs, { 'general.storeNoise': 1 }));
  });

  test('of its model is a question of the model', () => {
    const ares = withField(draft, 'basic.model', 1);
    const mine = set(draft, { 'general.squelch': -80 });
    expect(rebased(draft, mine, ares).conflicts.map(({ path }) => path)).toEqual(['basic.model']);
  });

  test('nothing of theirs is lost but what is named, and nothing of mine at all', () => {
    const paths = ['general.squelch', 'general.storeNoise', 'advanced.calibrationOffset', 'basic.portNumber'];
    const values = fc.record(Object.fromEntries(paths.map((path) => [path, fc.constantFrom(1, 2, 3)])), { requiredKeys: [] });
    fc.assert(
      fc.property(values, values, (ours, others) => {
        const [mine, their] = [set(draft, ours), set(draft, others)];
        const { draft: merged, conflicts } = rebased(draft, mine, their);
        expect(draftDifferences(merged, mine).map(({ path }) => path)).toEqual(
          draftDifferences(draft, their)
            .map(({ path }) => path)
            .filter((path) => !(path in ours)),
        );
        const lost = draftDifferences(merged, their)
          .map(({ path }) => path)
          .filter((path) => path in others);
        expect(lost.toSorted()).toEqual(conflicts.map(({ path }) => path).toSorted());
      }),
    );
  });
});
