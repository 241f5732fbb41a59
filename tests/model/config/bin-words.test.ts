import { describe, expect, test } from 'vitest';
import { binText, tagNamesByBin } from '#model/config/bin-words.ts';

/** CFG-6: what is said of a bin in which transmitters send. */

const band = { baseFrequency: 150, frequencyBins: `01${'0'.repeat(198)}` };
const tags = [
  { name: 'Wolf, old', frequency: 150 },
  { name: 'Bear', frequency: 150.005 },
  { name: 'Lynx', frequency: 150.006 },
  { name: 'Otter', frequency: 166.38 },
];

test('the transmitters of a band are known by the bin that hears them', () => {
  expect([...tagNamesByBin(band, tags)]).toEqual([
    [0, ['Wolf, old']],
    [1, ['Bear', 'Lynx']],
  ]);
});

describe('a bin is said with who sends in it', () => {
  const names = tagNamesByBin(band, tags);

  test.each([
    [0, '150.000 MHz is off: Wolf, old sends here.'],
    [1, '150.005 MHz is on: Bear, Lynx send here.'],
    [2, '150.010 MHz is off.'],
  ])('%i', (bin, text) => {
    expect(binText(band, bin, names.get(bin) ?? [])).toBe(text);
  });
});
