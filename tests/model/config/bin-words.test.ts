import { describe, expect, test } from 'vitest';
import { binText, outsideText, tagNamesByBin } from '#model/config/bin-words.ts';

/** CFG-6: the text about a bin in which transmitters send. */

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

describe('the tags that a band cannot hear are named, ten at most (CFG-6)', () => {
  const far = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `T${at + 1}`, frequency: 166 }));

  test.each([
    ['some', tags, '1 of 4 tags is outside this band: Otter (166.380 MHz)'],
    ['none', tags.slice(0, 3), null],
    ['no tags at all', [], null],
    ['the only one', tags.slice(3), 'The only tag is outside this band: Otter (166.380 MHz)'],
    [
      'ten',
      far(10),
      `10 of 10 tags are outside this band: ${far(10)
        .map(({ name }) => `${name} (166.000 MHz)`)
        .join(', ')}`,
    ],
    [
      'twelve',
      far(12),
      `12 of 12 tags are outside this band: ${far(10)
        .map(({ name }) => `${name} (166.000 MHz)`)
        .join(', ')} and 2 more`,
    ],
  ])('%s', (_, given, text) => {
    expect(outsideText(band, given)).toBe(text);
  });
});
