import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  batchEffects,
  batchReceivers,
  chosenOf,
  chosenProblems,
  mainFamily,
  whyNotApplied,
} from '#model/receiver-editor/batch.ts';
import { chosenAresSchema, chosenOrionSchema, chosenSettings, defaultConfig, fieldsIn, withValue } from '#model/config/config.ts';
import { askedEdit, isSameEdit, withAskedEdit } from '#model/receiver-editor/editor-address.ts';

const orion = defaultConfig('orion');
const receivers = batchReceivers([
  { rxId: 3, alias: 'Rx 10', model: 0, orion },
  { rxId: 2, alias: 'Rx 2', model: -1, orion: withValue(orion, 'general.squelch', -100) },
  { rxId: 1, alias: 'Ares', model: 1, ares: defaultConfig('ares') },
]);

describe('a batch (CFG-11)', () => {
  test('has its receivers by name, and is for the family of most of them', () => {
    expect(receivers.map(({ alias, family }) => [alias, family])).toEqual([
      ['Ares', 'ares'],
      ['Rx 2', 'orion'],
      ['Rx 10', 'orion'],
    ]);
    expect(mainFamily(receivers)).toBe('orion');
    expect(mainFamily(receivers.slice(0, 1))).toBe('ares');
    expect(mainFamily([])).toBe('orion');
  });

  test('shows of each receiver of the family what would change, and why one cannot take it', () => {
    const values = withValue(withValue(orion, 'general.squelch', -100), 'tags.beeper.pulseMin', 30);
    expect(batchEffects(receivers, { family: 'orion', values, chosen: ['general.squelch'] })).toEqual([
      { receiver: receivers[1], differences: [], refusal: null },
      {
        receiver: receivers[2],
        differences: [{ path: 'general.squelch', label: 'General: Squelch', before: '−110 dBm', after: '−100 dBm' }],
        refusal: null,
      },
    ]);
    const [first] = batchEffects(receivers, { family: 'orion', values, chosen: ['tags.beeper.pulseMin'] });
    expect(first?.refusal).toBe('Tags, Beeper: Shortest pulse: Not above the maximum, 25');
  });

  test.each([
    ['changes one', 'general.squelch', -100, receivers, null],
    ['finds all so already', 'general.squelch', -100, receivers.slice(0, 2), 'No receiver would change'],
    ['none can take', 'tags.beeper.pulseMin', 30, receivers, 'No receiver would change'],
    ['finds none of its family', 'general.squelch', -100, receivers.slice(0, 1), 'No receivers of this family are left'],
    ['finds none', 'general.squelch', -100, [], 'No receivers of this family are left'],
  ])('that %s is applied or says why not (CFG-14)', (_, path, value, those, why) => {
    expect(whyNotApplied(those, { family: 'orion', values: withValue(orion, path, value), chosen: [path] })).toBe(why);
  });

  test('cannot be applied with what is wrong in a chosen field; others do not matter', () => {
    const values = withValue(orion, 'general.squelch', null);
    expect(chosenProblems('orion', values, ['general.storeNoise'])).toEqual([]);
    expect(chosenProblems('orion', values, ['general.squelch'])).toHaveLength(1);
  });

  test('sends the chosen fields and nothing else, bands in their places', () => {
    const chosen = ['general.squelch', 'channels.bands.1.enabled', 'tags.coded.codeset'];
    expect(chosenOf('orion', orion, chosen)).toEqual({
      orion: {
        general: { squelch: -110 },
        channels: { bands: [null, { enabled: 0 }, null, null, null] },
        tags: { coded: { codeset: 2003 } },
      },
    });
  });

  test.each(['orion', 'ares'] as const)('sends what the contract takes, whatever is chosen of an %s', (family) => {
    const schema = family === 'orion' ? chosenOrionSchema : chosenAresSchema;
    const config = family === 'orion' ? orion : defaultConfig('ares');
    for (const { path } of fieldsIn(family)) {
      const sent = chosenOf(family, config, [path])[family];
      expect([path, v.is(schema, sent)]).toEqual([path, true]);
      expect(Object.keys(chosenSettings(family, sent))).toEqual([`${family}.${path}`]);
    }
  });
});

describe('what the address asks to edit', () => {
  test.each([
    ['?edit=7', { kind: 'editor', rxId: 7 }],
    ['?search=ridge&edit=7&batch=1', { kind: 'editor', rxId: 7 }],
    ['?selected=3,4,3&batch=1', { kind: 'batch', rxIds: [3, 4] }],
    ['?selected=3,x&batch=1', { kind: 'batch', rxIds: [3] }],
    ['?selected=3,4', null],
    ['?batch=1', null],
    ['?edit=x', null],
    ['', null],
  ] as const)('%s', (search, asked) => {
    expect(askedEdit(search)).toEqual(asked);
    expect(isSameEdit(askedEdit(withAskedEdit('?search=ridge', asked)), asked)).toBe(true);
  });

  test('a batch is the same while some of its receivers are selected no more, and another with others (CFG-11)', () => {
    const open = askedEdit('?selected=3,4,5&batch=1');
    expect(isSameEdit(askedEdit('?selected=3,5&batch=1'), open)).toBe(true);
    expect(isSameEdit(askedEdit('?selected=3,6&batch=1'), open)).toBe(false);
    expect(isSameEdit(askedEdit('?selected=3,5'), open)).toBe(false);
    expect(isSameEdit(askedEdit('?edit=3'), open)).toBe(false);
  });

  test('all else of the address stays', () => {
    expect(withAskedEdit('?search=ridge&edit=7&selected=3,4', null)).toBe('?search=ridge&selected=3,4');
    expect(withAskedEdit('?edit=7', null)).toBe('');
    expect(withAskedEdit('?search=ridge', { kind: 'editor', rxId: 7 })).toBe('?search=ridge&edit=7');
    expect(withAskedEdit('', { kind: 'batch', rxIds: [3, 4] })).toBe('?selected=3,4&batch=1');
  });
});
