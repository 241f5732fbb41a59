import { describe, expect, test } from 'vitest';
import { type Contact, noCode } from '#model/entities/contact.ts';
import { exploredText } from '#model/explorer/explorer-text.ts';
import { explore, groupLabels } from '#model/explorer/explored-contacts.ts';
import { firstLook } from '#model/explorer/explorer-address.ts';
import { animalsBy, animalsOf, wearersOf, withAnimals, wornTags } from '#model/explorer/worn-tags.ts';
import { TimeText } from '#model/time/time-text.ts';
import { sampleContact } from '../../support/contact-samples.ts';
import { packContacts } from '../../support/packed-contacts.ts';

const animals = [
  { id: 1, alias: 'Sam' },
  { id: 2, alias: 'Kim' },
];
const transmitters = [
  { id: 1, codeNumber: 17, frequency: 150.1, frequencyVariance: 1 },
  { id: 2, codeNumber: 17, frequency: 166.38, frequencyVariance: 10 },
  { id: 3, codeNumber: null, frequency: 150.1, frequencyVariance: 0 },
];
const day = (date: number): string => `2026-11-${date} 00:00:00`;
const at = (date: number, freq: number, code: number | null): Contact =>
  sampleContact({ ts: Date.UTC(2026, 10, date, 12), freq, code: code ?? 0, type: code === null ? 7 : 18 });
const tag = (AnimalId: number, TransmitterId: number, releaseTime: string | null, retrieveTime: string | null) => ({
  AnimalId,
  TransmitterId,
  releaseTime,
  retrieveTime,
});

describe('the animals beside codes (EXP-6)', () => {
  const worn = wornTags({
    animals,
    transmitters,
    tags: [
      tag(1, 1, day(10), day(20)),
      tag(2, 1, day(21), null),
      tag(2, 2, null, day(20)),
      tag(1, 3, null, null),
      tag(9, 1, null, null),
      tag(1, 9, null, null),
    ],
  });

  test.each<[string, Contact, string[]]>([
    ['while it is worn', at(15, 150.1, 17), ['Sam']],
    ['within the least tolerance', at(15, 150.103, 17), ['Sam']],
    ['beyond it', at(15, 150.104, 17), []],
    ['within a wider tolerance of its own', at(15, 166.39, 17), ['Kim']],
    ['before its release', at(5, 150.1, 17), []],
    ['between the animals that wore it', at(20, 150.1, 17), []],
    ['on the next animal', at(25, 150.1, 17), ['Kim']],
    ['of another code', at(15, 150.1, 18), []],
    ['of a beeper', at(15, 150.1, null), ['Sam']],
  ])('of a contact %s', (_, contact, expected) => {
    expect(animalsOf(wearersOf(packContacts([contact]), worn), 0)).toEqual(expected);
  });

  test('of several tags that are heard alike at a time each is named, once', () => {
    const alike = wornTags({
      animals,
      transmitters,
      tags: [tag(1, 1, null, null), tag(2, 1, null, null), tag(1, 1, null, null)],
    });
    const packed = packContacts([at(15, 150.1, 17), at(16, 150.1, 17)]);
    const wearers = wearersOf(packed, alike);
    expect([animalsOf(wearers, 0), animalsOf(wearers, 1)]).toEqual([
      ['Kim', 'Sam'],
      ['Kim', 'Sam'],
    ]);
    expect(exploredText(packed, 0, new TimeText('UTC'), wearers)).toMatch(/^Code 17 \(2 animals: Kim, Sam\), 150\.100 MHz, /);
  });

  test('groups of codes name those of their contacts, other groups none', () => {
    const packed = packContacts([at(15, 150.1, 17), at(16, 166.38, 17), at(17, 150.1, 230), at(18, 150.1, null)]);
    const wearers = wearersOf(packed, worn);
    const labels = (groupBy: typeof firstLook.groupBy) =>
      groupLabels(groupBy, explore(packed, { ...firstLook, groupBy }), wearers);
    expect(labels('code')).toEqual(['N/a (Sam)', 'Code 17 (2 animals: Kim, Sam)', 'Code 230']);
    expect(labels('codeFreq')).toContain('Code 17, 166.380 MHz (Kim)');
    expect(labels('freq')).toEqual(['150.100 MHz', '166.380 MHz']);
    const only = explore(packed, { ...firstLook, filters: { ...firstLook.filters, freq: [150.1] } });
    expect(groupLabels('code', only, wearers)[1], 'of what is shown').toBe('Code 17 (Sam)');
    expect([...animalsBy(packed.code, wearers)]).toEqual([
      [17, ['Kim', 'Sam']],
      [noCode, ['Sam']],
    ]);
  });

  test.each([
    [[], 'Code 17'],
    [['Sam'], 'Code 17 (Sam)'],
    [['Ada', 'Bo', 'Kim'], 'Code 17 (3 animals: Ada, Bo, Kim)'],
    [['Ada', 'Bo', 'Kim', 'Sam', 'Tim'], 'Code 17 (5 animals: Ada, Bo, Kim and 2 more)'],
  ])('%j', (names, text) => expect(withAnimals('Code 17', names)).toBe(text));

  test('without tags nobody is named', () => {
    const packed = packContacts([at(15, 150.1, 17)]);
    const wearers = wearersOf(packed, []);
    expect([animalsOf(wearers, 0), animalsBy(packed.code, wearers).size]).toEqual([[], 0]);
  });
});
