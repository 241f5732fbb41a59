import { describe, expect, test } from 'vitest';
import type { TransmitterRow } from '#model/registry/transmitters/transmitter.ts';
import { alikeInUse, areAlike, isInUse, serialNumbersText } from '#model/registry/transmitters/alike-transmitters.ts';
import { registrySamples } from '../../../support/screen-facts/registries.ts';

/** Transmitters that receivers cannot tell apart (REG-20). */

const row = registrySamples.transmitter.row;
const one: TransmitterRow = { ...row, frequency: 150.05, frequencyVariance: 0, codeNumber: 42, isTagged: true };
const beeper = { protocolId: 7, codeNumber: null };

describe('receivers cannot tell two apart', () => {
  test.each<[string, Partial<TransmitterRow>, boolean]>([
    ['of the same code and frequency', {}, true],
    ['of another code', { codeNumber: 43 }, false],
    ['of the same code by another protocol', { protocolId: 19 }, true],
    ['one of them without a code', beeper, false],
    ['where what is heard of both reaches the same frequency', { frequency: 150.056 }, true],
    ['nor below it', { frequency: 150.044 }, true],
    ['but not a kHz further', { frequency: 150.057 }, false],
    ['by a variance that is wider than what any may be off', { frequency: 150.06, frequencyVariance: 7 }, true],
    ['but not by one that is not', { frequency: 150.06, frequencyVariance: 6.999 }, false],
  ])('%s', (_, other, expected) => {
    expect(areAlike(one, { ...one, ...other })).toBe(expected);
    expect(areAlike({ ...one, ...other }, one)).toBe(expected);
  });

  test('beepers by their frequency alone', () => {
    expect(areAlike({ ...one, ...beeper }, { ...one, ...beeper, frequency: 150.053 })).toBe(true);
  });
});

test.each<[string, Partial<TransmitterRow>, boolean]>([
  ['on an animal', { purpose: 0, isTagged: true }, true],
  ['in the drawer', { purpose: 0, isTagged: false }, false],
  ['a beacon', { purpose: 1, isTagged: false }, true],
  ['a voltage monitor', { purpose: 2, isTagged: false }, true],
])('one %s is in use, or not', (_, but, expected) => {
  expect(isInUse({ ...one, ...but })).toBe(expected);
});

describe('those that one is like', () => {
  const rows = [one, { ...one, id: 6 }, { ...one, id: 7, isTagged: false }, { ...one, id: 8, codeNumber: 43 }];
  const ids = (of: Partial<TransmitterRow>, id: number | null) => alikeInUse({ ...one, ...of, id }, rows).map((each) => each.id);

  test('are in use, and others than itself', () => {
    expect(ids({}, one.id)).toEqual([6]);
    expect(ids({}, null)).toEqual([one.id, 6]);
    expect(ids({}, 7), 'one that is not in use may come to be').toEqual([one.id, 6]);
  });

  test.each<[string, Partial<TransmitterRow>]>([
    ['frequency', { frequency: Number.NaN }],
    ['code', { codeNumber: null }],
  ])('are none while its %s is not written', (_, but) => {
    const beepers = rows.map((each) => ({ ...each, ...beeper }));
    expect(alikeInUse({ ...one, ...but, id: null }, beepers)).toEqual([]);
  });

  test.each([
    [['TX-1'], 'TX-1'],
    [['TX-1', 'TX-2'], 'TX-1 and TX-2'],
    [['TX-1', 'TX-2', 'TX-3'], 'TX-1 and 2 more'],
  ])('are named: %j', (serialNumbers, text) => {
    expect(serialNumbersText(serialNumbers.map((serialNumber) => ({ ...one, serialNumber })))).toBe(text);
  });
});
