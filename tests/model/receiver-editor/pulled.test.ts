import { expect, test } from 'vitest';
import type { BatchReceiver } from '#model/receiver-editor/batch.ts';
import { defaultConfig, withValue } from '#model/config/config.ts';
import { notApplied, pulledText, pulledValues } from '#model/receiver-editor/pulled.ts';

const orion = defaultConfig('orion');
const crest: BatchReceiver = { rxId: 7, alias: 'Crest', family: 'orion', config: orion };
const gully = { ...crest, rxId: 8, alias: 'Gully', config: withValue(orion, 'general.squelch', -90) };
const hollow = { ...crest, rxId: 9, alias: 'Hollow', config: withValue(gully.config, 'tags.decodeType', 8) };
const marsh: BatchReceiver = { rxId: 10, alias: 'Marsh', family: 'ares', config: defaultConfig('ares') };
const squelch = 'general.squelch';

test('of values that were pulled those are to be applied in which a receiver of the family has another (CFG-17)', () => {
  const pulled = pulledValues([crest, gully, hollow, marsh], 'orion', crest, []);
  expect(pulled).toEqual({ alias: 'Crest', differing: [squelch, 'tags.decodeType'], kept: 0 });
  expect(notApplied(pulled, [squelch])).toEqual(['tags.decodeType']);
});

test('of a pull into fields that were chosen before, these keep what stands in them, and it is said', () => {
  const one = pulledValues([crest, hollow], 'orion', hollow, [squelch]);
  expect(one).toEqual({ alias: 'Hollow', differing: ['tags.decodeType'], kept: 1 });
  expect(pulledText(one, [squelch])).toBe(
    'The form shows the values of Hollow but for 1 field that was chosen; 1 field is not the same everywhere. Fields without Apply are not changed.',
  );
  const both = ['tags.decodeType', squelch];
  expect(pulledText(pulledValues([crest, hollow], 'orion', hollow, both), both)).toBe(
    'The form shows the values of Hollow but for 2 fields that were chosen. All receivers already have them.',
  );
});

test('pulling says what it did, and that nothing is set that is not applied', () => {
  const one = pulledValues([crest, gully], 'orion', crest, []);
  expect(pulledText(one, [])).toBe(
    'The form shows the values of Crest; 1 field is not the same everywhere. Fields without Apply are not changed.',
  );
  const two = pulledValues([crest, hollow], 'orion', hollow, []);
  expect(pulledText(two, [squelch])).toMatch(
    /^The form shows the values of Hollow; 2 fields are not the same everywhere\. Fields/,
  );
  expect(pulledText(two, two.differing)).toBe(
    'The form shows the values of Hollow; 2 fields are not the same everywhere, and chosen.',
  );
  expect(pulledText(pulledValues([crest, marsh], 'orion', crest, []), [])).toBe(
    'The form shows the values of Crest. All receivers already have them.',
  );
});
